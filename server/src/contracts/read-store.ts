// The SQL of everything about contracts that is read outside of commands, and of what the engine keeps for itself.
import { contractTabs, type CoinCode, type Uuid, type Wad } from '@candor/wire';
import { columns, pick } from '../kit/columns.ts';
import { arrayOf, numericParameter, type Pool } from '../kit/postgres.ts';
import { byId, byNumber, readPage, type AskedPage } from '../kit/paged-list.ts';
import { findsOwn, select, selectOne } from '../kit/select.ts';
import type { Exposure } from './house-limit.ts';
import { contractChanges, contractOrders, contractPart } from './order.ts'; // oxfmt-ignore
import { liveOrder, type LiveOrder } from './trigger-book.ts';

const { columns: order } = contractOrders;

export const findOrder = findsOwn(contractOrders, 'order_id');

/** Where an order's tab keeps it, by the trade_type of the spec. */
const tabs: Record<number, string> = {
  [contractTabs.open]: `state = 'waiting'`,
  [contractTabs.positions]: `state = 'open'`,
  [contractTabs.history]: `state = 'ended' and result <> 'liquidated'`,
  [contractTabs.liquidation]: `state = 'ended' and result = 'liquidated'`,
};

export function readOrders(
  pool: Pool,
  { accountId, coin, tab }: { accountId: Uuid; coin: string; tab: number },
  page: AskedPage,
) {
  const from = `contract_orders where account_id = $1 and ($2 = '' or coin = $2) and ${tabs[tab]!}`;
  return readPage(pool, order, { from, values: [accountId, coin], by: [byId('contract', 'order_id')] }, page);
}

export const readChanges = (pool: Pool, accountId: Uuid, orderId: Uuid) =>
  select(
    pool,
    contractChanges.columns,
    `select ${contractChanges.columns.list} from contract_changes where account_id = $1 and order_id = $2 order by number`,
    [accountId, orderId],
  );

const partsOf = `(select account_id, order_id, c.number, c.at, c.sheets, c.tick_sequence, c.tick_price, c.tick_at, c.amount as margin, c.paid,
    o.coin, o.side, o.lever, o.entry_sequence, o.entry_price, o.entry_at, o.fee, o.sheets as order_sheets,
    (select sum(b.sheets)::int from contract_changes b
      where b.account_id = c.account_id and b.order_id = c.order_id and b.kind = 'part' and b.number <= c.number) as closed
  from contract_changes c join contract_orders o using (account_id, order_id) where c.kind = 'part') as parts`;

/** The newest position first, and of each its newest part. */
export function readParts(pool: Pool, accountId: Uuid, page: AskedPage) {
  const by = [byId('contract', 'order_id'), byNumber('number')];
  return readPage(pool, contractPart, { from: `${partsOf} where account_id = $1`, values: [accountId], by }, page);
}

/** Of one position. */
export const findNewestPart = (pool: Pool, accountId: Uuid, orderId: Uuid) =>
  selectOne(
    pool,
    contractPart,
    `select ${contractPart.list} from ${partsOf} where account_id = $1 and order_id = $2 order by number desc limit 1`,
    [accountId, orderId],
  );

const liveId = columns(pick(contractOrders.shape, ['orderId', 'book']));

export const readLiveIds = (pool: Pool, accountId: Uuid) =>
  select(pool, liveId, `select order_id, book from contract_orders where account_id = $1 and state <> 'ended'`, [
    accountId,
  ]);

const pageSize = 10_000;

/**
 * What the engine needs of every order that has not ended, in pages, so that a million of them never stand in memory twice. The
 * database reads ahead while a page is being used, in whichever order costs it least.
 */
export async function* readLiveOrders(pool: Pool): AsyncGenerator<LiveOrder[]> {
  const connection = await pool.connect();
  const fetch = () => select(connection, liveOrder, `fetch ${pageSize} from live_orders`);
  let ahead: ReturnType<typeof fetch> | undefined;
  try {
    await connection.query('begin read only');
    await connection.query(
      `declare live_orders no scroll cursor for select ${liveOrder.list} from contract_orders where state <> 'ended'`,
    );
    for (ahead = fetch(); ;) {
      const orders = await ahead;
      if (orders.length === 0) break;
      ahead = fetch();
      yield orders;
    }
  } finally {
    await ahead?.catch(() => undefined);
    await connection.query('rollback').catch(() => undefined);
    connection.release();
  }
}

/** Market orders and closes that should have had their tick before `waitingSince`, and limit orders whose time was over before. */
export const readOverdueOrders = (
  pool: Pool,
  { waitingSince, now }: { waitingSince: number; now: number },
  limit: number,
) =>
  select(
    pool,
    order,
    `(select ${order.list} from contract_orders
      where state = 'waiting' and order_type = 'market' and received_at < $1 order by received_at limit $2)
     union all
     (select ${order.list} from contract_orders
      where state = 'open' and close_sheets is not null and close_received_at < $1 order by close_received_at limit $2)
     union all
     (select ${order.list} from contract_orders
      where state = 'waiting' and order_type = 'limit' and expires_at < $3 order by expires_at limit $2)`,
    [new Date(waitingSince), limit, new Date(now)],
  );

/** Each condition walks its own index. */
const crossed = [
  `state = 'open' and side = 'long' and liquidation_price >= wanted.price`,
  `state = 'open' and side = 'short' and liquidation_price <= wanted.price`,
  `state = 'open' and side = 'long' and stop_loss >= wanted.price`,
  `state = 'open' and side = 'short' and stop_loss <= wanted.price`,
  `state = 'open' and side = 'long' and take_profit <= wanted.price`,
  `state = 'open' and side = 'short' and take_profit >= wanted.price`,
  `state = 'waiting' and order_type = 'limit' and side = 'long' and trade_price >= wanted.price`,
  `state = 'waiting' and order_type = 'limit' and side = 'short' and trade_price <= wanted.price`,
];
const crossedOrders = crossed
  .map((condition) => `(select ${order.list} from contract_orders where coin = wanted.coin and ${condition} limit $3)`)
  .join(' union ');

/** Positions that the price of their coin ends, and limit orders that it fills; at most `limit` of a coin for each way to end. */
export const readCrossedOrders = (pool: Pool, prices: ReadonlyMap<CoinCode, Wad>, limit: number) =>
  select(
    pool,
    order,
    `select found.* from unnest($1::text[], $2::numeric[]) as wanted (coin, price)
     cross join lateral (${crossedOrders}) as found`,
    [[...prices.keys()], Array.from(prices.values(), numericParameter), limit],
  );

/** Makes the rows that are not there yet. */
export async function openExposures(pool: Pool, exposures: readonly Exposure[]): Promise<void> {
  await pool.query(
    `insert into contract_exposures (exposure_id, coin, book, slice)
     select * from unnest($1::uuid[], $2::text[], $3::ledger_book[], $4::smallint[]) on conflict do nothing`,
    [
      arrayOf(exposures, (exposure) => exposure.exposureId),
      arrayOf(exposures, (exposure) => exposure.coin),
      arrayOf(exposures, (exposure) => exposure.book),
      arrayOf(exposures, (exposure) => exposure.slice),
    ],
  );
}
