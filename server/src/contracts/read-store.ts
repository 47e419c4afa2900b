// The SQL of everything about contracts that is read outside of commands, and of what the engine keeps for itself.
import { contractTabs, type CoinCode, type Uuid, type Wad } from '@candor/wire';
import type { Book } from '../kit/feature.ts';
import { arrayOf, numericColumn, numericParameter, type Pool } from '../kit/postgres.ts';
import { pointOfRow } from '../market/tick-point.ts';
import type { Exposure } from './house-limit.ts';
import type { ContractChange, ContractOrder, ContractsConfig } from './order.ts';
import { liveOrderOf, optionalMoney, orderColumns, orderOf } from './order-row.ts';
import type { LiveOrder } from './trigger-book.ts';

export async function readConfigs(pool: Pool): Promise<ContractsConfig[]> {
  const { rows } = await pool.query('select * from contracts_configs order by version');
  return rows.map((row) => ({
    version: row.version,
    leverMax: row.lever_max,
    feeRate: numericColumn(row.fee_rate),
    maintenanceRate: numericColumn(row.maintenance_rate),
    slippageMax: numericColumn(row.slippage_max),
    stressRate: numericColumn(row.stress_rate),
    marginShareMax: numericColumn(row.margin_share_max),
    sheetsMax: row.sheets_max,
    isOffered: row.is_offered,
  }));
}

export async function findOrder(pool: Pool, accountId: Uuid, orderId: Uuid): Promise<ContractOrder | undefined> {
  const { rows } = await pool.query(
    `select ${orderColumns} from contract_orders where account_id = $1 and order_id = $2`,
    [accountId, orderId],
  );
  return rows[0] && orderOf(rows[0]);
}

/** Where an order's tab keeps it, by the trade_type of the spec. */
const tabs: Record<number, string> = {
  [contractTabs.open]: `state = 'waiting'`,
  [contractTabs.positions]: `state = 'open'`,
  [contractTabs.history]: `state = 'ended' and result <> 'liquidated'`,
  [contractTabs.liquidation]: `state = 'ended' and result = 'liquidated'`,
};

export async function readOrders(
  pool: Pool,
  wanted: { accountId: Uuid; coin: string; tab: number; limit: number; offset: number },
): Promise<{ total: number; orders: ContractOrder[] }> {
  const where = `account_id = $1 and ($2 = '' or coin = $2) and ${tabs[wanted.tab]!}`;
  const values = [wanted.accountId, wanted.coin];
  const [count, page] = await Promise.all([
    pool.query(`select count(*) as total from contract_orders where ${where}`, values),
    pool.query(`select ${orderColumns} from contract_orders where ${where} order by order_id desc limit $3 offset $4`, [
      ...values,
      wanted.limit,
      wanted.offset,
    ]),
  ]);
  return { total: count.rows[0].total, orders: page.rows.map(orderOf) };
}

export async function readChanges(pool: Pool, accountId: Uuid, orderId: Uuid): Promise<ContractChange[]> {
  const { rows } = await pool.query(
    `select * from contract_changes where account_id = $1 and order_id = $2 order by number`,
    [accountId, orderId],
  );
  return rows.map((row): ContractChange => {
    const line = { orderId, accountId, number: row.number as number, at: row.at as number };
    const asked = { receivedAt: row.received_at as number, acceptedSequence: row.accepted_sequence as number };
    switch (row.kind as ContractChange['kind']) {
      case 'stops': {
        const stops = { takeProfit: optionalMoney(row.take_profit), stopLoss: optionalMoney(row.stop_loss) };
        return { ...line, kind: 'stops', asked, ...stops };
      }
      case 'margin':
        return { ...line, kind: 'margin', asked, amount: numericColumn(row.amount) };
      case 'close':
        return { ...line, kind: 'close', asked, sheets: row.sheets };
      case 'part': {
        const tick = pointOfRow(row.tick_sequence, row.tick_price, row.tick_at)!;
        const amounts = {
          margin: numericColumn(row.amount),
          pnl: numericColumn(row.pnl),
          paid: numericColumn(row.paid),
        };
        return { ...line, kind: 'part', tick, sheets: row.sheets, ...amounts };
      }
    }
  });
}

export async function readLiveIds(pool: Pool, accountId: Uuid): Promise<{ orderId: Uuid; book: Book }[]> {
  const { rows } = await pool.query(
    `select order_id, book from contract_orders where account_id = $1 and state <> 'ended'`,
    [accountId],
  );
  return rows.map((row) => ({ orderId: row.order_id, book: row.book }));
}

const pageSize = 10_000;
const liveColumns = `account_id, order_id, book, coin, side, state, order_type, trade_price, config_version, received_at,
  accepted_sequence, entry_sequence, liquidation_price, take_profit, stop_loss, terms_sequence, close_sheets,
  close_received_at, close_accepted_sequence`;

/**
 * What the engine needs of every order that has not ended, in pages, so that a million of them never stand in memory twice. The
 * database reads ahead while a page is being used, in whichever order costs it least.
 */
export async function* readLiveOrders(pool: Pool): AsyncGenerator<LiveOrder[]> {
  const connection = await pool.connect();
  const fetch = () => connection.query(`fetch ${pageSize} from live_orders`);
  let ahead: ReturnType<typeof fetch> | undefined;
  try {
    await connection.query('begin read only');
    await connection.query(
      `declare live_orders no scroll cursor for select ${liveColumns} from contract_orders where state <> 'ended'`,
    );
    for (ahead = fetch(); ;) {
      const { rows } = await ahead;
      if (rows.length === 0) break;
      ahead = fetch();
      yield rows.map(liveOrderOf);
    }
  } finally {
    await ahead?.catch(() => undefined);
    await connection.query('rollback').catch(() => undefined);
    connection.release();
  }
}

/** Market orders and closes that should have had their tick before `waitingSince`. */
export async function readOverdueOrders(pool: Pool, waitingSince: number, limit: number): Promise<ContractOrder[]> {
  const { rows } = await pool.query(
    `(select ${orderColumns} from contract_orders
      where state = 'waiting' and order_type = 'market' and received_at < $1 order by received_at limit $2)
     union all
     (select ${orderColumns} from contract_orders
      where state = 'open' and close_sheets is not null and close_received_at < $1 order by close_received_at limit $2)`,
    [new Date(waitingSince), limit],
  );
  return rows.map(orderOf);
}

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
  .map(
    (condition) => `(select ${orderColumns} from contract_orders where coin = wanted.coin and ${condition} limit $3)`,
  )
  .join(' union ');

/** Positions that the price of their coin ends, and limit orders that it fills; at most `limit` of a coin for each way to end. */
export async function readCrossedOrders(
  pool: Pool,
  prices: ReadonlyMap<CoinCode, Wad>,
  limit: number,
): Promise<ContractOrder[]> {
  const { rows } = await pool.query(
    `select found.* from unnest($1::text[], $2::numeric[]) as wanted (coin, price)
     cross join lateral (${crossedOrders}) as found`,
    [[...prices.keys()], Array.from(prices.values(), numericParameter), limit],
  );
  return rows.map(orderOf);
}

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

export async function readProgress(pool: Pool): Promise<Map<CoinCode, number>> {
  const { rows } = await pool.query('select coin, sequence from contract_progress');
  return new Map(rows.map((row) => [row.coin, row.sequence]));
}

/** Never backwards, whoever writes. */
export async function keepProgress(pool: Pool, progress: readonly [CoinCode, number][]): Promise<void> {
  await pool.query(
    `insert into contract_progress (coin, sequence) select * from unnest($1::text[], $2::bigint[])
     on conflict (coin) do update set sequence = greatest(contract_progress.sequence, excluded.sequence)`,
    [arrayOf(progress, ([coin]) => coin), arrayOf(progress, ([, sequence]) => sequence)],
  );
}
