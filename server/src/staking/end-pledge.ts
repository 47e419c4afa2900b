// The end of a pledge, at its time or before: what is due is posted, the principal comes back, and what is not due is released.
import { formatAmount, subtract, zero, type PledgeOrder, type PledgeOutcome, type Uuid, type Wad } from '@candor/wire';
import assert from 'node:assert/strict';
import { Refusal } from '../kit/refuse.ts';
import { updateRow, type Command, type CommandState, type Decision, type Move, type RowName } from '../ledger/command.ts'; // oxfmt-ignore
import { moveDue, nameDue } from '../ledger/due-work.ts';
import { countShare, nameShares } from './account-share.ts';
import { daysDue, owedTo, pledgeMessage, pledgeQuotas, pledges, unpostedUpTo, withPosted, type Pledge } from './pledge.ts'; // oxfmt-ignore
import { dueIdOf, quotaIdOf } from './terms.ts';

/** What a command that ends a pledge must name. */
export const rowsToEnd = (pledgeId: Uuid, productId: string, book: 'real' | 'bonus'): RowName[] => [
  { table: pledges, id: pledgeId },
  { table: pledgeQuotas, id: quotaIdOf(productId, book) },
  ...nameShares(productId),
  nameDue(dueIdOf(pledgeId, 'income')),
  nameDue(dueIdOf(pledgeId, 'end')),
];

interface ClosePledge {
  pledgeId: Uuid;
  productId: string;
  book: 'real' | 'bonus';
}

/** Before its time; what was due until then and not posted yet is posted first. Refuses with `order-changed` once it has ended. */
export const closePledgeOrder: Command<ClosePledge, PledgeOrder> = {
  name: 'close-pledge',
  takesBack: true,
  refusals: ['order-changed'],
  coins: () => ['USDT'],
  house: ['staking-rewards', 'staking-reserve'],
  rows: ({ pledgeId, productId, book }) => rowsToEnd(pledgeId, productId, book),
  decide({ pledgeId }, state) {
    const pledge = state.row(pledges, pledgeId);
    assert(pledge, `no pledge ${pledgeId}`);
    if (pledge.ending) return new Refusal('order-changed', { state: pledge.ending.outcome });
    return endPledge(pledge, state, { upTo: daysDue(pledge, state.now), replyOf: pledgeMessage });
  },
};

/** With the income of the days up to this one. */
export function endPledge<Reply>(
  pledge: Pledge,
  state: CommandState,
  { upTo, replyOf }: { upTo: number; replyOf: (pledge: Pledge) => Reply },
): Decision<Reply> {
  const { pledgeId, productId, book, amount } = pledge;
  const quota = state.row(pledgeQuotas, quotaIdOf(productId, book));
  assert(quota, `no quota of ${productId}`);
  const incomes = unpostedUpTo(pledge, upTo);
  const posted = withPosted(pledge, incomes);
  const forfeited = owedTo(posted);
  const outcome: PledgeOutcome = upTo === pledge.days ? 'completed' : 'closed';
  assert(outcome === 'closed' || forfeited === zero, `${formatAmount(forfeited)} of ${pledgeId} is left`);
  const ended: Pledge = { ...posted, ending: { outcome, forfeited, endedAt: state.now } };
  const cover = { from: 'staking-reserve', to: 'staking-rewards', amount: forfeited } as const;
  return {
    objectId: pledgeId,
    moves: [
      ...incomeMoves(incomes),
      {
        kind: 'pledge-returned',
        coin: 'USDT',
        from: 'staked',
        to: 'available',
        amount,
        ...(forfeited > zero ? { cover } : {}),
      },
    ],
    writes: [
      updateRow(pledges, ended),
      updateRow(pledgeQuotas, { ...quota, taken: subtract(quota.taken, amount) }),
      ...countShare(pledge, state, 'ended'),
      ...moveDue(state, dueIdOf(pledgeId, 'income'), null),
      ...moveDue(state, dueIdOf(pledgeId, 'end'), null),
    ],
    reply: replyOf(ended),
    events: [{ name: 'pledges.changed', payload: ended }],
  };
}

/** A move for each day; a day whose income is below the smallest unit has none. */
export const incomeMoves = (incomes: readonly Wad[]): Move[] =>
  incomes
    .filter((income) => income > zero)
    .map((amount) => ({ kind: 'pledge-income', coin: 'USDT', from: 'staking-reserve', to: 'available', amount }));
