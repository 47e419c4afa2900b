// Opening: the principal is staked, and with it the income of the whole term is reserved, or nothing is promised.
import { add, formatAmount, incomeUpTo, subtract, zero, type PledgeOrder, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import assert from 'node:assert/strict';
import type { Book } from '../kit/feature.ts';
import { Refusal } from '../kit/refuse.ts';
import { openOrdersOf } from '../ledger/account-promises.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type CommandState, type Decision } from '../ledger/command.ts'; // oxfmt-ignore
import { beyondDebt, debtOf, nameDebt } from '../ledger/debt.ts';
import { newDue, type Due } from '../ledger/due-work.ts';
import { countShare, incomeFree, incomeWholes, nameShares, roomFor, stakedFor } from './account-share.ts';
import {
  dayAt,
  nothingPosted,
  pledgeMessage,
  pledgeQuotas,
  pledges,
  type Pledge,
  type PledgeConfig,
} from './pledge.ts';
import { dueIdOf, quotaIdOf, type PledgeLimits } from './terms.ts';

export interface NewPledge {
  accountId: Uuid;
  book: Book;
  amount: Wad;
  config: PledgeConfig;
  /** As they are in force when it is asked for. */
  limits: PledgeLimits;
  autoRenew: boolean;
  startedAt: number;
  renews: Uuid | null;
}

interface OpenPledge extends Omit<NewPledge, 'config' | 'startedAt' | 'renews'> {
  productId: string;
  /** Undefined where the terms that were shown are not on offer any more. */
  config: PledgeConfig | undefined;
}

/** What opening may refuse with, by itself and as a renewal. */
export const openingRefusals = [
  'pledge-terms-changed',
  'stake-out-of-range',
  'insufficient-balance',
  'pledge-debt',
  'pledge-sold-out',
  'pledge-share-reached',
  'open-orders-limit',
] as const;

export const openPledgeOrder: Command<OpenPledge, PledgeOrder> = {
  name: 'open-pledge',
  refusals: openingRefusals,
  coins: () => ['USDT'],
  house: ['staking-rewards', 'staking-reserve'],
  rows: ({ accountId, productId, book }) => [
    { table: pledgeQuotas, id: quotaIdOf(productId, book) },
    ...nameShares(productId),
    nameDebt(accountId),
  ],
  wholes: incomeWholes,
  decide({ productId: _, config, ...input }, state) {
    if (!config?.isOffered) return new Refusal('pledge-terms-changed');
    return decideOpening({ ...input, config, startedAt: state.now, renews: null }, state, pledgeMessage);
  },
};

/**
 * Of a command that names the product's quota, the account's debt, and its shares and what they are of. What is owed stays available: it
 * may not earn an income, and a loan that is due is collected from it. Refuses with `openingRefusals`.
 */
export function decideOpening<Reply>(
  wanted: NewPledge,
  state: CommandState,
  replyOf: (pledge: Pledge) => Reply,
): Decision<Reply> | Refusal | InsufficientHouseFunds<Reply> {
  const { amount, config, limits } = wanted;
  if (amount < config.minAmount || amount > config.maxAmount) {
    const { minAmount, maxAmount } = config;
    return new Refusal('stake-out-of-range', { min: formatAmount(minAmount), max: formatAmount(maxAmount) });
  }
  const { available } = state.balance('USDT');
  if (available < amount) return new Refusal('insufficient-balance', { available: formatAmount(available) });
  const free = beyondDebt(state, wanted.accountId);
  if (amount > free) {
    const owed = formatAmount(debtOf(state, wanted.accountId));
    return new Refusal('pledge-debt', { coin: 'USDT', owed, available: formatAmount(free) });
  }
  const quota = state.row(pledgeQuotas, quotaIdOf(config.productId, wanted.book));
  assert(quota, `no quota of ${config.productId}`);
  const pledge = newPledge(wanted, state.newId());
  const { income, pledgeId } = pledge;
  const refused = whyNot(pledge, { config, limits, left: subtract(config.quota, quota.taken), state });
  if (refused) return refused;
  const rewards = state.house('staking-rewards', 'USDT');
  if (rewards < income) {
    const otherwise = new Refusal('pledge-sold-out', { available: zeroText });
    return new InsufficientHouseFunds({ bucket: 'staking-rewards', coin: 'USDT', amount: income, otherwise });
  }
  const cover = { from: 'staking-rewards', to: 'staking-reserve', amount: income } as const;
  return {
    objectId: pledgeId,
    moves: [
      {
        kind: 'pledge-opened',
        coin: 'USDT',
        from: 'available',
        to: 'staked',
        amount,
        ...(income > zero ? { cover } : {}),
      },
    ],
    writes: [
      insertRow(pledges, pledge),
      updateRow(pledgeQuotas, { ...quota, taken: add(quota.taken, amount) }),
      ...countShare(pledge, state, 'opened'),
      ...duesOf(pledge).map(newDue),
    ],
    reply: replyOf(pledge),
    events: [{ name: 'pledges.changed', payload: pledge }],
  };
}

const zeroText = '0';

/** All together come before the account's own share: what is sold out is so for everybody. */
function whyNot(
  { amount, income }: Pledge,
  { config, limits, left, state }: { config: PledgeConfig; limits: PledgeLimits; left: Wad; state: CommandState },
): Refusal | undefined {
  if (left < amount) return new Refusal('pledge-sold-out', { available: formatAmount(left < zero ? zero : left) });
  const free = incomeFree(state);
  if (free < income) return new Refusal('pledge-sold-out', { available: formatAmount(stakedFor(free, config)) });
  const { runningMax } = limits;
  if (openOrdersOf(state, { product: 'staking-plan' }) >= runningMax)
    return new Refusal('open-orders-limit', { max: String(runningMax) });
  const room = roomFor(state, config, limits);
  if (amount > room.staked || income > room.income)
    return new Refusal('pledge-share-reached', { available: formatAmount(least(room.staked, stakedFor(room.income, config))) }); // oxfmt-ignore
  return undefined;
}

const least = (left: Wad, right: Wad): Wad => (left < right ? left : right);

/** The last day's income comes with the end. */
function duesOf(pledge: Pledge): Due[] {
  const { accountId, book, pledgeId: subjectId, productId: detail, days } = pledge;
  const due = { accountId, book, subjectId, detail };
  const end: Due = { ...due, kind: 'pledge-end', dueId: dueIdOf(subjectId, 'end'), dueAt: dayAt(pledge, days) };
  const income: Due = { ...due, kind: 'pledge-income', dueId: dueIdOf(subjectId, 'income'), dueAt: dayAt(pledge, 1) };
  return days > 1 ? [income, end] : [end];
}

const newPledge = ({ config, limits: _, ...wanted }: NewPledge, pledgeId: Uuid): Pledge => ({
  ...wanted,
  pledgeId,
  productId: config.productId,
  configVersion: config.version,
  days: config.days,
  dailyRate: config.dailyRate,
  income: incomeUpTo(wanted.amount, config.dailyRate, config.days),
  ...nothingPosted,
});
