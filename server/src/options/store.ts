// What is read of options outside of commands.
import { optionTiming, type Uuid } from '@candor/wire';
import { amount, columns as record, safeInteger } from '../kit/columns.ts';
import type { Pool } from '../kit/postgres.ts';
import { byId, readPage, type AskedPage } from '../kit/paged-list.ts';
import { findsOwn, select, selectOne } from '../kit/select.ts';
import { optionOrders } from './order.ts';

const { columns } = optionOrders;

/** Of everyone, or of one account. */
export const readOpenOrders = (pool: Pool, accountId: Uuid | null = null) =>
  select(
    pool,
    columns,
    `select ${columns.list} from option_orders where result is null and ($1::uuid is null or account_id = $1)
     order by received_at`,
    [accountId],
  );

/** Open orders that have ended by `endedBy` whatever their entry was, the oldest of each duration first. */
export const readOverdueOrders = (pool: Pool, endedBy: number, limit: number) =>
  select(
    pool,
    columns,
    `select due.* from (select distinct duration_ms from options_configs) as running cross join lateral (
       select ${columns.list} from option_orders
       where result is null and duration_ms = running.duration_ms
         and received_at < $1::timestamptz - (running.duration_ms + $2) * interval '1 millisecond'
       order by received_at limit $3) as due`,
    [new Date(endedBy), optionTiming.entryWindowMs, limit],
  );

export const findOrder = findsOwn(optionOrders, 'order_id');

/** One's own orders of a coin and a time: received from, before to. */
export interface OrderFilter {
  accountId: Uuid;
  /** '' for all. */
  coin: string;
  isOpen: boolean;
  from: number | undefined;
  to: number | undefined;
}

export const readOrders = (pool: Pool, filter: OrderFilter, page: AskedPage) =>
  readPage(pool, columns, { from: matching, values: valuesOf(filter), by: [byId('option', 'order_id')] }, page);

/** The newest, or those that are older than the one with this id. */
export const readOlderOrders = (pool: Pool, filter: OrderFilter, limit: number, olderThan: Uuid | undefined) =>
  select(
    pool,
    columns,
    `select ${columns.list} from ${matching} and ($8::uuid is null or order_id < $8) order by order_id desc limit $9`,
    [...valuesOf(filter), olderThan ?? null, limit],
  );

const sums = record({ orders: safeInteger, wins: safeInteger, losses: safeInteger, staked: amount, paid: amount });

export const sumOrders = (pool: Pool, filter: OrderFilter) =>
  selectOne(
    pool,
    sums,
    `select count(*) as orders, count(*) filter (where result = 'win') as wins, count(*) filter (where result = 'lose') as losses,
       coalesce(sum(stake), 0) as staked, coalesce(sum(paid), 0) as paid from ${matching}`,
    valuesOf(filter),
  );

/** Ids sort by the time at which they were made, so that a span of time is a span of the key. */
const matching = `option_orders where account_id = $1 and ($2 = '' or coin = $2) and (result is null) = $3
  and received_at >= $4 and received_at < $5 and order_id between $6 and $7`;

function valuesOf({ accountId, coin, isOpen, from = 0, to = farthest }: OrderFilter): unknown[] {
  const ids = [firstIdOf(Math.max(0, from - idSlackMs)), firstIdOf(Math.min(farthest, to + idSlackMs))];
  return [accountId, coin, isOpen, new Date(from), new Date(to), ...ids];
}

/** An id is made after its order was received, by another clock perhaps. */
const idSlackMs = 3_600_000;
const farthest = Date.UTC(9999, 0);
const firstIdOf = (ms: number): string => {
  const hex = Math.floor(ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};
