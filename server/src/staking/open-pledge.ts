// Opening: the principal is staked, and with it the income of the whole term is reserved, or nothing is promised.
import { add, formatAmount, incomeUpTo, subtract, zero, type PledgeOrder, type Uuid, type Wad } from '@candor/wire'; // oxfmt-ignore
import assert from 'node:assert/strict';
import type { Book } from '../kit/feature.ts';
import { Refusal } from '../kit/refuse.ts';
import { InsufficientHouseFunds, insertRow, updateRow, type Command, type CommandState, type Decision } from '../ledger/command.ts'; // oxfmt-ignore
import { newDue, type Due } from '../ledger/due-work.ts';
import {
  dayAt,
  nothingPosted,
  pledgeMessage,
  pledgeQuotas,
  pledges,
  type Pledge,
  type PledgeConfig,
} from './pledge.ts';
import { dueIdOf, quotaIdOf } from './terms.ts';

export interface NewPledge {
  accountId: Uuid;
  book: Book;
  amount: Wad;
  config: PledgeConfig;
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
  'pledge-sold-out',
] as const;

export const openPledgeOrder: Command<OpenPledge, PledgeOrder> = {
  name: 'open-pledge',
  refusals: openingRefusals,
  coins: () => ['USDT'],
  house: ['staking-rewards', 'staking-reserve'],
  rows: ({ productId, book }) => [{ table: pledgeQuotas, id: quotaIdOf(productId, book) }],
  decide({ productId: _, config, ...input }, state) {
    if (!config?.isOffered) return new Refusal('pledge-terms-changed');
    return decideOpening({ ...input, config, startedAt: state.now, renews: null }, state, pledgeMessage);
  },
};

/** Of a command that names the product's quota. */
export function decideOpening<Reply>(
  wanted: NewPledge,
  state: CommandState,
  replyOf: (pledge: Pledge) => Reply,
): Decision<Reply> | Refusal | InsufficientHouseFunds<Reply> {
  const { amount, config } = wanted;
  if (amount < config.minAmount || amount > config.maxAmount) {
    const { minAmount, maxAmount } = config;
    return new Refusal('stake-out-of-range', { min: formatAmount(minAmount), max: formatAmount(maxAmount) });
  }
  const { available } = state.balance('USDT');
  if (available < amount) return new Refusal('insufficient-balance', { available: formatAmount(available) });
  const quota = state.row(pledgeQuotas, quotaIdOf(config.productId, wanted.book));
  assert(quota, `no quota of ${config.productId}`);
  const left = subtract(config.quota, quota.taken);
  if (left < amount) return new Refusal('pledge-sold-out', { available: formatAmount(left < zero ? zero : left) });
  const pledge = newPledge(wanted, state.newId());
  const { income, pledgeId } = pledge;
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
      ...duesOf(pledge).map(newDue),
    ],
    reply: replyOf(pledge),
    events: [{ name: 'pledges.changed', payload: pledge }],
  };
}

const zeroText = '0';

/** The last day's income comes with the end. */
function duesOf(pledge: Pledge): Due[] {
  const { accountId, book, pledgeId: subjectId, productId: detail, days } = pledge;
  const due = { accountId, book, subjectId, detail };
  const end: Due = { ...due, kind: 'pledge-end', dueId: dueIdOf(subjectId, 'end'), dueAt: dayAt(pledge, days) };
  const income: Due = { ...due, kind: 'pledge-income', dueId: dueIdOf(subjectId, 'income'), dueAt: dayAt(pledge, 1) };
  return days > 1 ? [income, end] : [end];
}

const newPledge = ({ config, ...wanted }: NewPledge, pledgeId: Uuid): Pledge => ({
  ...wanted,
  pledgeId,
  productId: config.productId,
  configVersion: config.version,
  days: config.days,
  dailyRate: config.dailyRate,
  income: incomeUpTo(wanted.amount, config.dailyRate, config.days),
  ...nothingPosted,
});
