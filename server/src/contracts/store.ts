// The SQL of the rows that commands read under lock and write: orders, their history, and what the house has at stake.
import type { Entity, RowKey } from '../ledger/command.ts';
import { lockRows } from '../ledger/lock-rows.ts';
import { arrayOf, numericColumn, numericParameter, timestamp, type Connection } from '../kit/postgres.ts';
import type { Wad } from '@candor/wire';
import type { Exposure } from './house-limit.ts';
import type { ContractChange, ContractOrder } from './order.ts';
import { orderColumns, orderOf } from './order-row.ts';

const orNull = <Value>(value: Value | null | undefined, write: (value: Value) => string | number): string | number =>
  value === null || value === undefined ? 'NULL' : write(value);
const money = (amount: Wad): string => numericParameter(amount);

/** Orders: placed once, filled once, ended once, and changed by their customers in between. */
export const contractOrders: Entity<ContractOrder> = {
  name: 'contract-orders',
  keyOf: (order) => order.orderId,
  async load(connection, keys) {
    const table = { name: 'contracts-lock-orders', table: 'contract_orders', id: 'order_id', columns: orderColumns };
    return (await lockRows(connection, table, keys)).map(orderOf);
  },
  insert: (connection, orders) =>
    connection.query({
      name: 'contracts-insert-orders',
      text: `insert into contract_orders (account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size,
               trade_price, margin, fee, config_version, received_at, accepted_sequence, state, take_profit, stop_loss,
               terms_sequence, open_sheets, open_margin, open_added, added_margin, change_count, paid)
             select account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size, trade_price, margin, fee,
               config_version, received_at, accepted_sequence, 'waiting', take_profit, stop_loss, accepted_sequence, sheets,
               margin, 0, 0, change_count, 0
             from unnest($1::uuid[], $2::uuid[], $3::ledger_book[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[],
               $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::int[], $14::timestamptz[], $15::bigint[],
               $16::numeric[], $17::numeric[], $18::int[])
               as u(account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size, trade_price, margin, fee,
                 config_version, received_at, accepted_sequence, take_profit, stop_loss, change_count)`,
      values: [
        arrayOf(orders, (order) => order.accountId),
        arrayOf(orders, (order) => order.orderId),
        arrayOf(orders, (order) => order.book),
        arrayOf(orders, (order) => order.coin),
        arrayOf(orders, (order) => order.side),
        arrayOf(orders, (order) => order.orderType),
        arrayOf(orders, (order) => order.lever),
        arrayOf(orders, (order) => order.sheets),
        arrayOf(orders, (order) => money(order.sheetSize)),
        arrayOf(orders, (order) => money(order.tradePrice)),
        arrayOf(orders, (order) => money(order.margin)),
        arrayOf(orders, (order) => money(order.fee)),
        arrayOf(orders, (order) => order.configVersion),
        arrayOf(orders, (order) => timestamp(order.receivedAt)),
        arrayOf(orders, (order) => order.acceptedSequence),
        arrayOf(orders, (order) => orNull(order.takeProfit, money)),
        arrayOf(orders, (order) => orNull(order.stopLoss, money)),
        arrayOf(orders, (order) => order.changeCount),
      ],
    }),
  update: (connection, orders) =>
    connection.query({
      name: 'contracts-update-orders',
      // LIMIT keeps the planner from turning the look-up round and reading the whole table instead.
      text: `update contract_orders o
             set state = u.state, take_profit = u.take_profit, stop_loss = u.stop_loss, terms_sequence = u.terms_sequence,
                 entry_sequence = u.entry_sequence, entry_price = u.entry_price, entry_at = u.entry_at,
                 liquidation_price = u.liquidation_price, open_sheets = u.open_sheets, open_margin = u.open_margin,
                 open_added = u.open_added, added_margin = u.added_margin, close_sheets = u.close_sheets,
                 close_received_at = u.close_received_at, close_accepted_sequence = u.close_accepted_sequence,
                 change_count = u.change_count, exit_sequence = u.exit_sequence, exit_price = u.exit_price,
                 exit_at = u.exit_at, result = u.result, cancel_reason = u.cancel_reason,
                 cancel_received_at = u.cancel_received_at, cancel_accepted_sequence = u.cancel_accepted_sequence,
                 paid = u.paid, settled_at = u.settled_at
             from unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[], $5::numeric[], $6::bigint[], $7::bigint[],
               $8::numeric[], $9::timestamptz[], $10::numeric[], $11::int[], $12::numeric[], $13::numeric[], $14::numeric[],
               $15::int[], $16::timestamptz[], $17::bigint[], $18::int[], $19::bigint[], $20::numeric[],
               $21::timestamptz[], $22::text[], $23::text[], $24::timestamptz[], $25::bigint[], $26::numeric[],
               $27::timestamptz[])
               as u(account_id, order_id, state, take_profit, stop_loss, terms_sequence, entry_sequence, entry_price,
                 entry_at, liquidation_price, open_sheets, open_margin, open_added, added_margin, close_sheets,
                 close_received_at, close_accepted_sequence, change_count, exit_sequence, exit_price, exit_at, result,
                 cancel_reason, cancel_received_at, cancel_accepted_sequence, paid, settled_at)
             cross join lateral (select ctid from contract_orders
               where account_id = u.account_id and order_id = u.order_id limit 1) as place
             where o.ctid = place.ctid`,
      values: [
        arrayOf(orders, (order) => order.accountId),
        arrayOf(orders, (order) => order.orderId),
        arrayOf(orders, (order) => order.state),
        arrayOf(orders, (order) => orNull(order.takeProfit, money)),
        arrayOf(orders, (order) => orNull(order.stopLoss, money)),
        arrayOf(orders, (order) => order.termsSequence),
        arrayOf(orders, (order) => order.entry?.sequence ?? 'NULL'),
        arrayOf(orders, (order) => orNull(order.entry?.price, money)),
        arrayOf(orders, (order) => orNull(order.entry?.publishedAt, timestamp)),
        arrayOf(orders, (order) => orNull(order.liquidationPrice, money)),
        arrayOf(orders, (order) => order.openSheets),
        arrayOf(orders, (order) => money(order.openMargin)),
        arrayOf(orders, (order) => money(order.openAdded)),
        arrayOf(orders, (order) => money(order.addedMargin)),
        arrayOf(orders, (order) => order.closing?.sheets ?? 'NULL'),
        arrayOf(orders, (order) => orNull(order.closing?.receivedAt, timestamp)),
        arrayOf(orders, (order) => order.closing?.acceptedSequence ?? 'NULL'),
        arrayOf(orders, (order) => order.changeCount),
        arrayOf(orders, (order) => order.exit?.sequence ?? 'NULL'),
        arrayOf(orders, (order) => orNull(order.exit?.price, money)),
        arrayOf(orders, (order) => orNull(order.exit?.publishedAt, timestamp)),
        arrayOf(orders, (order) => order.ending?.result ?? 'NULL'),
        arrayOf(orders, (order) => order.ending?.cancelReason ?? 'NULL'),
        arrayOf(orders, (order) => orNull(order.ending?.cancelled?.receivedAt, timestamp)),
        arrayOf(orders, (order) => order.ending?.cancelled?.acceptedSequence ?? 'NULL'),
        arrayOf(orders, (order) => money(order.paid)),
        arrayOf(orders, (order) => orNull(order.ending?.settledAt, timestamp)),
      ],
    }),
};

/** Lines of histories: only ever added. */
export const contractChanges: Entity<ContractChange> = {
  name: 'contract-changes',
  keyOf: (change) => `${change.orderId}/${change.number}` as never,
  load: () => Promise.reject(new Error('histories are not read by commands')),
  insert(connection, changes) {
    const askedOf = (change: ContractChange) => (change.kind === 'part' ? undefined : change.asked);
    const partOf = (change: ContractChange) => (change.kind === 'part' ? change : undefined);
    const stopsOf = (change: ContractChange) => (change.kind === 'stops' ? change : undefined);
    const amountOf = (change: ContractChange) => (change.kind === 'margin' ? change.amount : partOf(change)?.margin);
    return connection.query({
      name: 'contracts-insert-changes',
      text: `insert into contract_changes (account_id, order_id, number, kind, at, received_at, accepted_sequence, take_profit,
               stop_loss, amount, sheets, tick_sequence, tick_price, tick_at, pnl, paid)
             select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[],
               $7::bigint[], $8::numeric[], $9::numeric[], $10::numeric[], $11::int[], $12::bigint[], $13::numeric[],
               $14::timestamptz[], $15::numeric[], $16::numeric[])`,
      values: [
        arrayOf(changes, (change) => change.accountId),
        arrayOf(changes, (change) => change.orderId),
        arrayOf(changes, (change) => change.number),
        arrayOf(changes, (change) => change.kind),
        arrayOf(changes, (change) => timestamp(change.at)),
        arrayOf(changes, (change) => orNull(askedOf(change)?.receivedAt, timestamp)),
        arrayOf(changes, (change) => askedOf(change)?.acceptedSequence ?? 'NULL'),
        arrayOf(changes, (change) => orNull(stopsOf(change)?.takeProfit, money)),
        arrayOf(changes, (change) => orNull(stopsOf(change)?.stopLoss, money)),
        arrayOf(changes, (change) => orNull(amountOf(change), money)),
        arrayOf(changes, (change) => ('sheets' in change ? change.sheets : 'NULL')),
        arrayOf(changes, (change) => partOf(change)?.tick.sequence ?? 'NULL'),
        arrayOf(changes, (change) => orNull(partOf(change)?.tick.price, money)),
        arrayOf(changes, (change) => orNull(partOf(change)?.tick.publishedAt, timestamp)),
        arrayOf(changes, (change) => orNull(partOf(change)?.pnl, money)),
        arrayOf(changes, (change) => orNull(partOf(change)?.paid, money)),
      ],
    });
  },
  update: () => Promise.reject(new Error('a history is never changed')),
};

/** What the house has at stake; the rows are made at the start, so that no two lanes make one at once. */
export const contractExposures: Entity<Exposure> = {
  name: 'contract-exposures',
  keyOf: (exposure) => exposure.exposureId,
  async load(connection: Connection, keys: readonly RowKey[]): Promise<Exposure[]> {
    const { rows } = await connection.query({
      name: 'contracts-lock-exposures',
      text: `select exposure_id, coin, book, slice, net, waiting_long, waiting_short, reserved from contract_exposures
             where exposure_id = any($1::uuid[]) order by exposure_id for update`,
      values: [arrayOf(keys, (key) => key.id)],
    });
    return rows.map((row) => ({
      exposureId: row.exposure_id,
      coin: row.coin,
      book: row.book,
      slice: row.slice,
      net: numericColumn(row.net),
      waitingLong: numericColumn(row.waiting_long),
      waitingShort: numericColumn(row.waiting_short),
      reserved: numericColumn(row.reserved),
    }));
  },
  insert: () => Promise.reject(new Error('exposures are made at the start')),
  update: (connection, exposures) =>
    connection.query({
      name: 'contracts-update-exposures',
      text: `update contract_exposures e
             set net = u.net, waiting_long = u.waiting_long, waiting_short = u.waiting_short, reserved = u.reserved
             from unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[])
               as u(exposure_id, net, waiting_long, waiting_short, reserved)
             cross join lateral (select ctid from contract_exposures where exposure_id = u.exposure_id limit 1) as place
             where e.ctid = place.ctid`,
      values: [
        arrayOf(exposures, (exposure) => exposure.exposureId),
        arrayOf(exposures, (exposure) => money(exposure.net)),
        arrayOf(exposures, (exposure) => money(exposure.waitingLong)),
        arrayOf(exposures, (exposure) => money(exposure.waitingShort)),
        arrayOf(exposures, (exposure) => money(exposure.reserved)),
      ],
    }),
};
