// The SQL of the rows that commands read under lock and write: orders, their history, and what the house has at stake.
import type { Entity, RowKey } from '../ledger/command.ts';
import { lockRows } from '../ledger/lock-rows.ts';
import { amounts, bigints, instants, integers, texts, uuids } from '../kit/binary-arrays.ts';
import { numericColumn } from '../kit/postgres.ts';
import type { Statements } from '../kit/statement-group.ts';
import type { Exposure } from './house-limit.ts';
import type { ContractChange, ContractOrder } from './order.ts';
import { orderColumns, orderOf } from './order-row.ts';

/** Orders: placed once, filled once, ended once, and changed by their customers in between. */
export const contractOrders: Entity<ContractOrder> = {
  name: 'contract-orders',
  keyOf: (order) => order.orderId,
  async load(statements, keys) {
    const table = { name: 'contracts-lock-orders', table: 'contract_orders', id: 'order_id', columns: orderColumns };
    return (await lockRows(statements, table, keys)).map(orderOf);
  },
  insert: (statements, orders) =>
    statements.query({
      name: 'contracts-insert-orders',
      text: `insert into contract_orders (account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size,
               trade_price, margin, fee, config_version, received_at, accepted_sequence, state, take_profit, stop_loss,
               terms_sequence, open_sheets, open_margin, open_added, added_margin, change_count, paid)
             select account_id, order_id, book::ledger_book, coin, side, order_type, lever, sheets, sheet_size, trade_price, margin,
               fee, config_version, received_at, accepted_sequence, 'waiting', take_profit, stop_loss, accepted_sequence, sheets,
               margin, 0, 0, change_count, 0
             from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[],
               $9::numeric[], $10::numeric[], $11::numeric[], $12::numeric[], $13::int[], $14::timestamptz[], $15::bigint[],
               $16::numeric[], $17::numeric[], $18::int[])
               as u(account_id, order_id, book, coin, side, order_type, lever, sheets, sheet_size, trade_price, margin, fee,
                 config_version, received_at, accepted_sequence, take_profit, stop_loss, change_count)`,
      values: [
        uuids(orders, (order) => order.accountId),
        uuids(orders, (order) => order.orderId),
        texts(orders, (order) => order.book),
        texts(orders, (order) => order.coin),
        texts(orders, (order) => order.side),
        texts(orders, (order) => order.orderType),
        integers(orders, (order) => order.lever),
        integers(orders, (order) => order.sheets),
        amounts(orders, (order) => order.sheetSize),
        amounts(orders, (order) => order.tradePrice),
        amounts(orders, (order) => order.margin),
        amounts(orders, (order) => order.fee),
        integers(orders, (order) => order.configVersion),
        instants(orders, (order) => order.receivedAt),
        bigints(orders, (order) => order.acceptedSequence),
        amounts(orders, (order) => order.takeProfit),
        amounts(orders, (order) => order.stopLoss),
        integers(orders, (order) => order.changeCount),
      ],
    }),
  update: (statements, orders) =>
    statements.query({
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
        uuids(orders, (order) => order.accountId),
        uuids(orders, (order) => order.orderId),
        texts(orders, (order) => order.state),
        amounts(orders, (order) => order.takeProfit),
        amounts(orders, (order) => order.stopLoss),
        bigints(orders, (order) => order.termsSequence),
        bigints(orders, (order) => order.entry?.sequence ?? null),
        amounts(orders, (order) => order.entry?.price ?? null),
        instants(orders, (order) => order.entry?.publishedAt ?? null),
        amounts(orders, (order) => order.liquidationPrice),
        integers(orders, (order) => order.openSheets),
        amounts(orders, (order) => order.openMargin),
        amounts(orders, (order) => order.openAdded),
        amounts(orders, (order) => order.addedMargin),
        integers(orders, (order) => order.closing?.sheets ?? null),
        instants(orders, (order) => order.closing?.receivedAt ?? null),
        bigints(orders, (order) => order.closing?.acceptedSequence ?? null),
        integers(orders, (order) => order.changeCount),
        bigints(orders, (order) => order.exit?.sequence ?? null),
        amounts(orders, (order) => order.exit?.price ?? null),
        instants(orders, (order) => order.exit?.publishedAt ?? null),
        texts(orders, (order) => order.ending?.result ?? null),
        texts(orders, (order) => order.ending?.cancelReason ?? null),
        instants(orders, (order) => order.ending?.cancelled?.receivedAt ?? null),
        bigints(orders, (order) => order.ending?.cancelled?.acceptedSequence ?? null),
        amounts(orders, (order) => order.paid),
        instants(orders, (order) => order.ending?.settledAt ?? null),
      ],
    }),
};

/** Lines of histories: only ever added. */
export const contractChanges: Entity<ContractChange> = {
  name: 'contract-changes',
  keyOf: (change) => `${change.orderId}/${change.number}` as never,
  load: () => Promise.reject(new Error('histories are not read by commands')),
  insert(statements, changes) {
    const askedOf = (change: ContractChange) => (change.kind === 'part' ? undefined : change.asked);
    const partOf = (change: ContractChange) => (change.kind === 'part' ? change : undefined);
    const stopsOf = (change: ContractChange) => (change.kind === 'stops' ? change : undefined);
    const amountOf = (change: ContractChange) => (change.kind === 'margin' ? change.amount : partOf(change)?.margin);
    return statements.query({
      name: 'contracts-insert-changes',
      text: `insert into contract_changes (account_id, order_id, number, kind, at, received_at, accepted_sequence, take_profit,
               stop_loss, amount, sheets, tick_sequence, tick_price, tick_at, pnl, paid)
             select * from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::timestamptz[],
               $7::bigint[], $8::numeric[], $9::numeric[], $10::numeric[], $11::int[], $12::bigint[], $13::numeric[],
               $14::timestamptz[], $15::numeric[], $16::numeric[])`,
      values: [
        uuids(changes, (change) => change.accountId),
        uuids(changes, (change) => change.orderId),
        integers(changes, (change) => change.number),
        texts(changes, (change) => change.kind),
        instants(changes, (change) => change.at),
        instants(changes, (change) => askedOf(change)?.receivedAt ?? null),
        bigints(changes, (change) => askedOf(change)?.acceptedSequence ?? null),
        amounts(changes, (change) => stopsOf(change)?.takeProfit ?? null),
        amounts(changes, (change) => stopsOf(change)?.stopLoss ?? null),
        amounts(changes, (change) => amountOf(change) ?? null),
        integers(changes, (change) => ('sheets' in change ? change.sheets : null)),
        bigints(changes, (change) => partOf(change)?.tick.sequence ?? null),
        amounts(changes, (change) => partOf(change)?.tick.price ?? null),
        instants(changes, (change) => partOf(change)?.tick.publishedAt ?? null),
        amounts(changes, (change) => partOf(change)?.pnl ?? null),
        amounts(changes, (change) => partOf(change)?.paid ?? null),
      ],
    });
  },
  update: () => Promise.reject(new Error('a history is never changed')),
};

/** What the house has at stake; the rows are made at the start, so that no two lanes make one at once. */
export const contractExposures: Entity<Exposure> = {
  name: 'contract-exposures',
  keyOf: (exposure) => exposure.exposureId,
  async load(statements: Statements, keys: readonly RowKey[]): Promise<Exposure[]> {
    const { rows } = await statements.query({
      name: 'contracts-lock-exposures',
      text: `select exposure_id, coin, book, slice, net, waiting_long, waiting_short, reserved from contract_exposures
             where exposure_id = any($1::uuid[]) order by exposure_id for update`,
      values: [uuids(keys, (key) => key.id)],
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
  update: (statements, exposures) =>
    statements.query({
      name: 'contracts-update-exposures',
      text: `update contract_exposures e
             set net = u.net, waiting_long = u.waiting_long, waiting_short = u.waiting_short, reserved = u.reserved
             from unnest($1::uuid[], $2::numeric[], $3::numeric[], $4::numeric[], $5::numeric[])
               as u(exposure_id, net, waiting_long, waiting_short, reserved)
             cross join lateral (select ctid from contract_exposures where exposure_id = u.exposure_id limit 1) as place
             where e.ctid = place.ctid`,
      values: [
        uuids(exposures, (exposure) => exposure.exposureId),
        amounts(exposures, (exposure) => exposure.net),
        amounts(exposures, (exposure) => exposure.waitingLong),
        amounts(exposures, (exposure) => exposure.waitingShort),
        amounts(exposures, (exposure) => exposure.reserved),
      ],
    }),
};
