// The statement that ends orders reads the rows that it names and no others, whatever the table was like when its plan was made.
import { wad, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { connectToClone, runAsOwner } from '../../test/support/database.ts';
import { systemClock } from '../kit/clock.ts';
import { idMaker } from '../kit/new-id.ts';
import { openKeyedConnection } from '../kit/postgres.ts';
import { sendTogether } from '../kit/statement-group.ts';
import { optionOrders, type OptionOrder } from './order.ts';

const newId = idMaker(systemClock);
const { ownerUrl, connection, end: drop } = await connectToClone(openKeyedConnection);
after(drop);

const entryAt = systemClock.now();
const entry = { sequence: 8, price: wad('60000'), publishedAt: entryAt };
const newOrder = (): OptionOrder => ({
  orderId: newId(), accountId: newId(), book: 'real', coin: 'BTC', side: 'up', stake: wad('10'), profit: wad('8.5'),
  configId: '1', configVersion: 1, durationMs: 30_000, exitWaitMs: 10_000, receivedAt: entryAt - 500, acceptedSequence: 7,
  entry: null, expiresAt: null, exit: null, ending: null,
}); // oxfmt-ignore
const newOrders = (count: number): OptionOrder[] => Array.from({ length: count }, newOrder);

/** Rows of the orders that the connection fetched by an index or read one after the other, not yet added to the statistics. */
async function rowsRead(): Promise<number> {
  const { rows } = await connection.query<{ read: number }>(
    `select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relname = 'option_orders'`,
  );
  return rows[0]!.read;
}

const openCount = 1_000;
const due = 100;
const ended = (order: OptionOrder): OptionOrder => ({
  ...order,
  entry,
  expiresAt: entryAt + 30_000,
  exit: { ...entry, sequence: 9 },
  ending: { result: 'tie', voidReason: null, paid: order.stake, settledAt: entryAt + 30_100 },
});

const insert = (orders: readonly OptionOrder[]) => sendTogether(connection, optionOrders.insert(orders));
const end = (orders: readonly OptionOrder[], version = 0) =>
  sendTogether(connection, [optionOrders.update(orders.map((order) => ({ row: ended(order), version })))]);

async function readsItsOwnOnly(): Promise<void> {
  const orders = newOrders(openCount);
  await insert(orders);
  await connection.query('begin');
  const readBefore = await rowsRead();
  await end(orders.slice(0, due));
  const read = (await rowsRead()) - readBefore;
  await connection.query('commit');
  const keys = orders.map(({ accountId, orderId: id }) => ({ accountId, id }));
  const [[locked]] = await sendTogether(connection, [optionOrders.lock(keys)]);
  const found = new Map(locked!.map(({ row }) => [row.orderId, row]));
  assert.deepEqual(
    orders.map(({ orderId }) => found.get(orderId)),
    [...orders.slice(0, due).map(ended), ...orders.slice(due)],
  );
  assert.ok(read <= 3 * due, `${read} rows were read for ${due} endings`);
}

test('with a plan that was made when there were no orders', async () => {
  await assert.rejects(end(newOrders(1)), /0 of 1 rows of option_orders were written/);
  await readsItsOwnOnly();
});

test('with a plan that was made when all orders had ended', async () => {
  const { rows } = await connection.query<{ order_id: Uuid; account_id: Uuid }>(
    'select order_id, account_id from option_orders where result is null',
  );
  const open = rows.map((row) => ({ ...newOrder(), orderId: row.order_id, accountId: row.account_id }));
  await end(open);
  await runAsOwner({ ownerUrl }, 'vacuum analyze option_orders');
  await readsItsOwnOnly();
});

test('what ended stays as it ended', async () => {
  const [order] = newOrders(1) as [OptionOrder];
  await insert([order]);
  await end([order]);
  await assert.rejects(end([order], 1), /an ended order is final/);
});
