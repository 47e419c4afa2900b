// All SQL of the options.
import {
  optionTiming,
  type CoinCode,
  type OptionResult,
  type OptionSide,
  type OptionVoidReason,
  type Uuid,
} from '@candor/wire';
import type { Entity } from '../ledger/command.ts';
import { lockRows } from '../ledger/lock-rows.ts';
import { amounts, bigints, instants, integers, texts, uuids } from '../kit/binary-arrays.ts';
import { numericColumn, type Pool } from '../kit/postgres.ts';
import type { Book } from '../kit/feature.ts';
import { pointOfRow } from '../market/tick-point.ts';
import type { OptionOrder, OptionsConfig } from './order.ts';

const columns = `account_id, order_id, book, coin, side, stake, profit, config_id, config_version, duration_ms, received_at,
  accepted_sequence, entry_sequence, entry_price, entry_at, expires_at, exit_sequence, exit_price, exit_at, result,
  void_reason, paid, settled_at`;

/** Option orders as commands of the ledger read and write them: placed once, ended once. */
export const optionOrders: Entity<OptionOrder> = {
  name: 'option-orders',
  keyOf: (order) => order.orderId,
  async load(statements, keys) {
    const table = { name: 'options-lock-orders', table: 'option_orders', id: 'order_id', columns };
    return (await lockRows(statements, table, keys)).map(orderOf);
  },
  insert: (statements, orders) =>
    statements.query({
      name: 'options-insert-orders',
      text: `insert into option_orders (account_id, order_id, book, coin, side, stake, profit, config_id, config_version,
               duration_ms, received_at, accepted_sequence)
             select unnest($1::uuid[]), unnest($2::uuid[]), unnest($3::text[])::ledger_book, unnest($4::text[]),
               unnest($5::text[]), unnest($6::numeric[]), unnest($7::numeric[]), unnest($8::text[]), unnest($9::int[]),
               unnest($10::int[]), unnest($11::timestamptz[]), unnest($12::bigint[])`,
      values: [
        uuids(orders, (order) => order.accountId),
        uuids(orders, (order) => order.orderId),
        texts(orders, (order) => order.book),
        texts(orders, (order) => order.coin),
        texts(orders, (order) => order.side),
        amounts(orders, (order) => order.stake),
        amounts(orders, (order) => order.profit),
        texts(orders, (order) => order.configId),
        integers(orders, (order) => order.configVersion),
        integers(orders, (order) => order.durationMs),
        instants(orders, (order) => order.receivedAt),
        bigints(orders, (order) => order.acceptedSequence),
      ],
    }),
  update: (statements, orders) =>
    statements.query({
      name: 'options-end-orders',
      text: `update option_orders o
             set entry_sequence = u.entry_sequence, entry_price = u.entry_price, entry_at = u.entry_at,
                 expires_at = u.expires_at, exit_sequence = u.exit_sequence, exit_price = u.exit_price, exit_at = u.exit_at,
                 result = u.result, void_reason = u.void_reason, paid = u.paid, settled_at = u.settled_at
             from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::numeric[], $5::timestamptz[], $6::timestamptz[],
               $7::bigint[], $8::numeric[], $9::timestamptz[], $10::text[], $11::text[], $12::numeric[], $13::timestamptz[])
               as u(account_id, order_id, entry_sequence, entry_price, entry_at, expires_at, exit_sequence, exit_price,
                 exit_at, result, void_reason, paid, settled_at)
             cross join lateral (select ctid from option_orders
               where account_id = u.account_id and order_id = u.order_id limit 1) as place
             where o.ctid = place.ctid`,
      values: [
        uuids(orders, (order) => order.accountId),
        uuids(orders, (order) => order.orderId),
        bigints(orders, (order) => order.entry?.sequence ?? null),
        amounts(orders, (order) => order.entry?.price ?? null),
        instants(orders, (order) => order.entry?.publishedAt ?? null),
        instants(orders, (order) => order.expiresAt),
        bigints(orders, (order) => order.exit?.sequence ?? null),
        amounts(orders, (order) => order.exit?.price ?? null),
        instants(orders, (order) => order.exit?.publishedAt ?? null),
        texts(orders, (order) => order.ending!.result),
        texts(orders, (order) => order.ending!.voidReason),
        amounts(orders, (order) => order.ending!.paid),
        instants(orders, (order) => order.ending!.settledAt),
      ],
    }),
};

interface OrderRow {
  account_id: Uuid;
  order_id: Uuid;
  book: Book;
  coin: CoinCode;
  side: OptionSide;
  stake: string;
  profit: string;
  config_id: string;
  config_version: number;
  duration_ms: number;
  received_at: number;
  accepted_sequence: number;
  entry_sequence: number | null;
  entry_price: string | null;
  entry_at: number | null;
  expires_at: number | null;
  exit_sequence: number | null;
  exit_price: string | null;
  exit_at: number | null;
  result: OptionResult | null;
  void_reason: OptionVoidReason | null;
  paid: string | null;
  settled_at: number | null;
}

function orderOf(row: OrderRow): OptionOrder {
  return {
    orderId: row.order_id,
    accountId: row.account_id,
    book: row.book,
    coin: row.coin,
    side: row.side,
    stake: numericColumn(row.stake),
    profit: numericColumn(row.profit),
    configId: row.config_id,
    configVersion: row.config_version,
    durationMs: row.duration_ms,
    receivedAt: row.received_at,
    acceptedSequence: row.accepted_sequence,
    entry: pointOfRow(row.entry_sequence, row.entry_price, row.entry_at),
    expiresAt: row.expires_at,
    exit: pointOfRow(row.exit_sequence, row.exit_price, row.exit_at),
    ending:
      row.result === null
        ? null
        : {
            result: row.result,
            voidReason: row.void_reason,
            paid: numericColumn(row.paid!),
            settledAt: row.settled_at!,
          },
  };
}

export async function readConfigs(pool: Pool): Promise<OptionsConfig[]> {
  const { rows } = await pool.query('select * from options_configs order by duration_ms, version');
  return rows.map((row) => ({
    configId: row.config_id,
    version: row.version,
    durationMs: row.duration_ms,
    payoutRate: numericColumn(row.payout_rate),
    minStake: numericColumn(row.min_stake),
    maxStake: numericColumn(row.max_stake),
    isOffered: row.is_offered,
  }));
}

/** Of everyone, or of one account. */
export async function readOpenOrders(pool: Pool, accountId: Uuid | null = null): Promise<OptionOrder[]> {
  const { rows } = await pool.query(
    `select ${columns} from option_orders where result is null and ($1::uuid is null or account_id = $1)
     order by received_at`,
    [accountId],
  );
  return rows.map(orderOf);
}

/** Open orders that have ended by `endedBy` whatever their entry was, the oldest of each duration first. */
export async function readOverdueOrders(pool: Pool, endedBy: number, limit: number): Promise<OptionOrder[]> {
  const { rows } = await pool.query(
    `select due.* from (select distinct duration_ms from options_configs) as running cross join lateral (
       select ${columns} from option_orders
       where result is null and duration_ms = running.duration_ms
         and received_at < $1::timestamptz - (running.duration_ms + $2) * interval '1 millisecond'
       order by received_at limit $3) as due`,
    [new Date(endedBy), optionTiming.entryWindowMs, limit],
  );
  return rows.map(orderOf);
}

export async function findOrder(pool: Pool, accountId: Uuid, orderId: Uuid): Promise<OptionOrder | undefined> {
  const { rows } = await pool.query(`select ${columns} from option_orders where account_id = $1 and order_id = $2`, [
    accountId,
    orderId,
  ]);
  return rows[0] && orderOf(rows[0]);
}

export async function readOrders(
  pool: Pool,
  wanted: { accountId: Uuid; coin: string; isOpen: boolean; limit: number; offset: number },
): Promise<{ total: number; orders: OptionOrder[] }> {
  const where = `account_id = $1 and ($2 = '' or coin = $2) and (result is null) = $3`;
  const values = [wanted.accountId, wanted.coin, wanted.isOpen];
  const [count, page] = await Promise.all([
    pool.query(`select count(*) as total from option_orders where ${where}`, values),
    pool.query(`select ${columns} from option_orders where ${where} order by order_id desc limit $4 offset $5`, [
      ...values,
      wanted.limit,
      wanted.offset,
    ]),
  ]);
  return { total: count.rows[0].total, orders: page.rows.map(orderOf) };
}
