// What is read of staking: the terms on offer, and one's own pledges, their incomes and movements.
import {
  formatAmount,
  getPledgeOrder,
  getPledgeOrderByDivideInto,
  getPledgeOrderMx,
  parseWireId,
  queryPledgeSummary,
  subtract,
  toInstant,
  wireId,
  zero,
  type Uuid,
} from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bindSelf, type BoundCall } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import { pledgeMessage, type Pledge, type PledgeConfig } from './pledge.ts';
import { findPledge, readDays, readIncomes, readMovements, readPledges, readQuotas, readRewards, sumPledges } from './store.ts'; // oxfmt-ignore

const daysShown = 30;

/** Refuses with `not-found`. */
export const findOwn = async (pool: Pool, accountId: Uuid, id: string): Promise<Pledge> =>
  (await findPledge(pool, accountId, parseWireId('pledge', id) ?? refuse('not-found'))) ?? refuse('not-found');

export async function listOffer(pool: Pool, offered: readonly PledgeConfig[]) {
  const [quotas, rewards] = await Promise.all([readQuotas(pool), readRewards(pool)]);
  const list = offered.map((config) => {
    const taken = quotas.find(({ productId }) => productId === config.productId)?.taken ?? zero;
    const left = subtract(config.quota, taken);
    return {
      pledge_product_id: config.productId,
      config_version: config.version,
      days: config.days,
      daily_rate: formatAmount(config.dailyRate),
      min: formatAmount(config.minAmount),
      max: formatAmount(config.maxAmount),
      quota: formatAmount(config.quota),
      quota_left: formatAmount(left < zero ? zero : left),
    };
  });
  return {
    TOTAL: list.length,
    RESULT_LIST: list,
    rewards_free: formatAmount(rewards!.free),
    rewards_promised: formatAmount(rewards!.promised),
  };
}

export const pledgeReads = ({ pool, clock }: { pool: Pool; clock: Clock }): BoundCall[] => [
  bindSelf(getPledgeOrder, async ({ pledge_order_id: id, pledge_type, ...page }, { session: { accountId } }) => {
    if (id !== '') return { TOTAL: 1, RESULT_LIST: [pledgeMessage(await findOwn(pool, accountId, id))] };
    const { total, rows } = await readPledges(pool, { accountId, isOpen: pledge_type === 1, ...limitsOf(page) });
    return { TOTAL: total, RESULT_LIST: rows.map(pledgeMessage) };
  }),
  bindSelf(getPledgeOrderByDivideInto, async ({ pledge_order_id: id, ...page }, { session: { accountId } }) => {
    const pledgeId = id === '' ? null : (await findOwn(pool, accountId, id)).pledgeId;
    const { total, rows } = await readIncomes(pool, { accountId, pledgeId, ...limitsOf(page) });
    const list = rows.map((each) => ({
      pledge_order_id: wireId('pledge', each.pledgeId),
      day: each.day,
      amount: formatAmount(each.amount),
      at: toInstant(each.at),
      is_posted: each.isPosted,
    }));
    return { TOTAL: total, RESULT_LIST: list };
  }),
  bindSelf(getPledgeOrderMx, async (page, { session: { accountId } }) => {
    const { total, rows } = await readMovements(pool, { accountId, ...limitsOf(page) });
    const list = rows.map((each) => ({
      entry_id: wireId('entry', each.entryId),
      leg: each.leg,
      pledge_order_id: wireId('pledge', each.objectId),
      kind: each.kind,
      amount: formatAmount(each.amount),
      at: toInstant(each.at),
    }));
    return { TOTAL: total, RESULT_LIST: list };
  }),
  bindSelf(queryPledgeSummary, async (_payload, { session: { accountId } }) => {
    const [sums, days] = await Promise.all([
      sumPledges(pool, accountId),
      readDays(pool, accountId, { count: daysShown, upTo: clock.now() }),
    ]);
    return {
      staked: formatAmount(sums!.staked),
      earned: formatAmount(sums!.earned),
      coming: formatAmount(sums!.coming),
      days: days.map(({ day, amount }) => ({ day, amount: formatAmount(amount) })),
    };
  }),
];

const limitsOf = ({ current_page: page, pagesize: limit }: { current_page: number; pagesize: number }) => ({
  limit,
  offset: (page - 1) * limit,
});
