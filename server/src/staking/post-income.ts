// What time does to a pledge: the income of each day, its end with the last one, and another term where that was chosen.
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, updateRow, type Command, type Decision } from '../ledger/command.ts';
import { moveDue, nameDue, newDue, stillDue, type Due } from '../ledger/due-work.ts';
import { incomeWholes, nameShares } from './account-share.ts';
import { endPledge, incomeMoves, rowsToEnd } from './end-pledge.ts';
import { decideOpening } from './open-pledge.ts';
import { dayAt, pledgeQuotas, pledges, unpostedUpTo, withPosted, type PledgeConfig } from './pledge.ts';
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

/** Another term under the terms and limits in force, from the end of the last one on. Where it can't be promised, the pledge stays ended. */
export const renewPledge: Command<AtRenewal, Done> = {
  name: 'renew-pledge',
  refusals: [],
  coins: () => ['USDT'],
  house: ['staking-rewards', 'staking-reserve'],
  rows: ({ due }) => [
    { table: pledges, id: due.subjectId },
    { table: pledgeQuotas, id: quotaIdOf(due.detail, due.book) },
    ...nameShares(due.detail),
    nameDue(due.dueId),
  ],
  wholes: incomeWholes,
  decide({ due, config, limits }, state) {
    const last = state.row(pledges, due.subjectId);
    assert(last, `no pledge ${due.subjectId}`);
    if (!stillDue(state, due)) return nothing({ due });
    const done = moveDue(state, due.dueId, null);
    const notRenewed: Decision<Done> = { ...nothing({ due }), writes: done, reply: { isDone: true } };
    if (!config?.isOffered) return notRenewed;
    const { accountId, book, amount, pledgeId } = last;
    const wanted = { accountId, book, amount, config, limits, autoRenew: true, startedAt: due.dueAt, renews: pledgeId };
    const opened = decideOpening(wanted, state, () => ({ isDone: true }));
    if (opened instanceof Refusal) return notRenewed;
    if (opened instanceof InsufficientHouseFunds)
      return new InsufficientHouseFunds({ ...opened, otherwise: notRenewed });
    return { ...opened, writes: [...opened.writes!, ...done] };
  },
};
