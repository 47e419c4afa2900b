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
import { answerPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { SealedCursors } from '../kit/sealed-cursors.ts';
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

export interface PledgeReadParts {
  pool: Pool;
  clock: Clock;
  cursors: SealedCursors;
}

export const pledgeReads = ({ pool, clock, cursors }: PledgeReadParts): BoundCall[] => [
  bindSelf(getPledgeOrder, async ({ pledge_order_id: id, pledge_type, ...page }, { session: { accountId } }) => {
    if (id !== '') return { TOTAL: 1, RESULT_LIST: [pledgeMessage(await findOwn(pool, accountId, id))] };
    const found = await readPledges(pool, { accountId, isOpen: pledge_type === 1 }, page);
    return answerPage(found, found.rows.map(pledgeMessage));
  }),
  bindSelf(getPledgeOrderByDivideInto, async ({ pledge_order_id: id, ...page }, { session: { accountId } }) => {
    const pledgeId = id === '' ? null : (await findOwn(pool, accountId, id)).pledgeId;
    const found = await readIncomes(pool, { accountId, pledgeId }, page);
    const list = found.rows.map((each) => ({
      pledge_order_id: wireId('pledge', each.pledgeId),
      day: each.day,
      amount: formatAmount(each.amount),
      at: toInstant(each.at),
      is_posted: each.isPosted,
    }));
    return answerPage(found, list);
  }),
  bindSelf(getPledgeOrderMx, async (page, { session: { accountId } }) => {
    const found = await cursors.read(accountId, page, (opened) => readMovements(pool, accountId, opened));
    const list = found.rows.map((each) => ({
      entry_id: wireId('entry', each.entryId),
      leg: each.leg,
      pledge_order_id: wireId('pledge', each.objectId),
      kind: each.kind,
      amount: formatAmount(each.amount),
      at: toInstant(each.at),
    }));
    return answerPage(found, list);
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
