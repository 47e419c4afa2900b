// What time does to a pledge: the income of each day, its end with the last one, and another term where that was chosen.
import { usdtDecimals, zero, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type CommandState, type Decision, type EventToEmit, type RowWrite } from '../ledger/command.ts'; // oxfmt-ignore
import { beyondDebt, debtOf, nameDebt } from '../ledger/debt.ts';
import { moveDue, nameDue, newDue, stillDue, type Due } from '../ledger/due-work.ts';
import { incomeWholes, nameShares } from './account-share.ts';
import { endPledge, incomeMoves, rowsToEnd } from './end-pledge.ts';
import { decideOpening } from './open-pledge.ts';
import {
  dayAt,
  heldRenewals,
  pledgeQuotas,
  pledges,
  type Pledge,
  unpostedUpTo,
  withPosted,
  type PledgeConfig,
} from './pledge.ts';
import { dueIdOf, quotaIdOf, type PledgeLimits } from './terms.ts';

interface AtItsTime {
  due: Due;
}
type Done = { isDone: boolean };
const nothing = ({ due }: AtItsTime): Decision<Done> => ({ objectId: due.subjectId, moves: [], reply: { isDone: false } }); // oxfmt-ignore

/** Posts the income of the one day that is due; that of the last day comes with the end. */
export const postPledgeIncome: Command<AtItsTime, Done> = {
  name: 'post-pledge-income',
  refusals: [],
  coins: () => ['USDT'],
  house: ['staking-reserve'],
  rows: ({ due }) => [{ table: pledges, id: due.subjectId }, nameDue(due.dueId)],
  decide({ due }, state) {
    const pledge = state.row(pledges, due.subjectId);
    assert(pledge, `no pledge ${due.subjectId}`);
    if (!stillDue(state, due)) return nothing({ due });
    const day = pledge.daysPosted + 1;
    assert(due.dueAt === dayAt(pledge, day), `day ${day} of ${pledge.pledgeId} is not due at ${due.dueAt}`);
    const incomes = unpostedUpTo(pledge, day);
    const posted = withPosted(pledge, incomes);
    const nextAt = day + 1 < pledge.days ? dayAt(pledge, day + 1) : null;
    return {
      objectId: pledge.pledgeId,
      moves: incomeMoves(incomes),
      writes: [updateRow(pledges, posted), ...moveDue(state, due.dueId, nextAt)],
      reply: { isDone: true },
      events: [{ name: 'pledges.changed', payload: posted }],
    };
  },
};

export const completePledge: Command<AtItsTime, Done> = {
  name: 'complete-pledge',
  refusals: [],
  coins: () => ['USDT'],
  house: ['staking-rewards', 'staking-reserve'],
  rows: ({ due }) => rowsToEnd(due.subjectId, due.detail, due.book),
  decide({ due }, state) {
    const pledge = state.row(pledges, due.subjectId);
    assert(pledge, `no pledge ${due.subjectId}`);
    if (!stillDue(state, due)) return nothing({ due });
    const ended = endPledge(pledge, state, { upTo: pledge.days, replyOf: () => ({ isDone: true }) });
    if (!pledge.autoRenew) return ended;
    const renewal: Due = { ...due, kind: 'pledge-renewal', dueId: dueIdOf(pledge.pledgeId, 'renewal') };
    return { ...ended, writes: [...ended.writes!, newDue(renewal)] };
  },
};

interface AtRenewal extends AtItsTime {
  /** Undefined where nobody offers the plan any more. */
  config: PledgeConfig | undefined;
  limits: PledgeLimits;
}

/**
 * Another term under the terms and limits in force, from the end of the last one on. Where it can't be promised, the pledge stays ended.
 * Only what exceeds a debt is staked again; what that leaves out is written down, so that the customer is told.
 */
export const renewPledge: Command<AtRenewal, Done> = {
  name: 'renew-pledge',
  refusals: [],
  coins: () => ['USDT'],
  house: ['staking-rewards', 'staking-reserve'],
  rows: ({ due }) => [
    { table: pledges, id: due.subjectId },
    { table: pledgeQuotas, id: quotaIdOf(due.detail, due.book) },
    ...nameShares(due.detail),
    nameDebt(due.accountId),
    nameDue(due.dueId),
  ],
  wholes: incomeWholes,
  decide({ due, config, limits }, state) {
    const last = state.row(pledges, due.subjectId);
    assert(last, `no pledge ${due.subjectId}`);
    if (!stillDue(state, due)) return nothing({ due });
    const done = moveDue(state, due.dueId, null);
    const reply = { isDone: true };
    const notRenewed: Decision<Done> = { ...nothing({ due }), writes: done, reply };
    if (!config?.isOffered) return notRenewed;
    const { accountId, book, pledgeId } = last;
    const amount = amountToRenew(last, state);
    const held = amount < last.amount ? holding(last, amount, state) : nothingHeld;
    if (amount < config.minAmount && amount < last.amount) {
      const stopped = holding(last, zero, state);
      return { ...notRenewed, writes: [...done, ...stopped.writes], events: stopped.events };
    }
    const wanted = { accountId, book, amount, config, limits, autoRenew: true, startedAt: due.dueAt, renews: pledgeId };
    const opened = decideOpening(wanted, state, () => reply);
    if (opened instanceof Refusal) return notRenewed;
    if (opened instanceof InsufficientHouseFunds)
      return new InsufficientHouseFunds({ ...opened, otherwise: notRenewed });
    return {
      ...opened,
      writes: [...opened.writes!, ...done, ...held.writes],
      events: [...opened.events!, ...held.events],
    };
  },
};

/** The whole amount, or less where a debt leaves less; a customer who has spent it since is refused as usual. */
function amountToRenew({ accountId, amount }: Pledge, state: CommandState): Wad {
  if (debtOf(state, accountId) === zero) return amount;
  const free = beyondDebt(state, accountId);
  const unit = 10n ** BigInt(18 - usdtDecimals);
  return free < amount ? ((free - (free % unit)) as Wad) : amount;
}

interface Held {
  writes: RowWrite[];
  events: EventToEmit[];
}
const nothingHeld: Held = { writes: [], events: [] };

const holding = (last: Pledge, renewed: Wad, state: CommandState): Held => ({
  writes: [
    insertRow(heldRenewals, {
      accountId: last.accountId,
      pledgeId: last.pledgeId,
      book: last.book,
      owed: debtOf(state, last.accountId),
      renewed,
      at: state.now,
    }),
  ],
  events: [{ name: 'pledges.changed', payload: last }],
});
