// The statement that writes entries reads the rows that it names and no others, whatever the table was like when its plan was made.
import { wad, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cloneDatabase } from '../../test/support/database.ts';
import { systemClock } from '../kit/clock.ts';
import { idMaker } from '../kit/new-id.ts';
import { openKeyedConnection, type Connection } from '../kit/postgres.ts';
import type { OptionOrder } from './order.ts';
import { optionOrders, writeEntries } from './store.ts';

const newId = idMaker(systemClock);
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let connection: Connection;
before(async () => {
  database = await cloneDatabase();
  connection = await openKeyedConnection(database.url);
});
after(async () => {
  await connection.end();
  await database.drop();
});

const entryAt = systemClock.now();
const entry = { sequence: 8, price: wad('60000'), publishedAt: entryAt };
const newOrder = (): OptionOrder => ({
  orderId: newId(), accountId: newId(), book: 'real', coin: 'BTC', side: 'up', stake: wad('10'), profit: wad('8.5'),
  configId: '1', configVersion: 1, durationMs: 30_000, receivedAt: entryAt - 500, acceptedSequence: 7,
  entry, expiresAt: entryAt + 30_000, exit: null, ending: null,
}); // prettier-ignore
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

async function readsItsOwnOnly(): Promise<void> {
  const orders = newOrders(openCount);
  await optionOrders.insert(connection, orders);
  await connection.query('begin');
  const readBefore = await rowsRead();
  const unwritten = await writeEntries(connection, orders.slice(0, due));
  const read = (await rowsRead()) - readBefore;
  await connection.query('commit');
  assert.equal(unwritten.size, 0);
  const found = await optionOrders.load(connection, orders.map(({ accountId, orderId: id }) => ({ accountId, id }))); // prettier-ignore
  const filled = found.filter(
    (order) => order.entry?.sequence === entry.sequence && order.expiresAt === entryAt + 30_000,
  );
  assert.deepEqual(filled.map(({ orderId }) => orderId).sort(), orders.slice(0, due).map(({ orderId }) => orderId)); // prettier-ignore
  assert.ok(read <= 3 * due, `${read} rows were read for ${due} entries`);
}

test('with a plan that was made when there were no orders', async () => {
  await writeEntries(connection, newOrders(1));
  await readsItsOwnOnly();
});

test('with a plan that was made when all orders had ended', async () => {
  const { rows } = await connection.query<{ order_id: Uuid; account_id: Uuid }>('select order_id, account_id from option_orders'); // prettier-ignore
  const ending = { result: 'lose', voidReason: null, paid: wad('0'), settledAt: entryAt } as const;
  const ended = rows.map((row) => ({ ...newOrder(), orderId: row.order_id, accountId: row.account_id, exit: entry, ending })); // prettier-ignore
  await optionOrders.update(connection, ended);
  await connection.query('vacuum analyze option_orders');
  await readsItsOwnOnly();
});

test('an order that has its entry, or its end, keeps it', async () => {
  const [filled, ended] = newOrders(2) as [OptionOrder, OptionOrder];
  await optionOrders.insert(connection, [filled, ended]);
  await writeEntries(connection, [filled]);
  const ending = { result: 'void', voidReason: 'no-entry-tick', paid: ended.stake, settledAt: entryAt } as const;
  await optionOrders.update(connection, [{ ...ended, ending }]);
  const later = { ...entry, sequence: 9 };
  const [fresh] = newOrders(1) as [OptionOrder];
  await optionOrders.insert(connection, [fresh]);
  const unwritten = await writeEntries(connection, [filled, fresh, ended].map((order) => ({ ...order, entry: later }))); // prettier-ignore
  assert.deepEqual(unwritten, new Set([filled.orderId, ended.orderId]));
  const [found] = await optionOrders.load(connection, [{ accountId: filled.accountId, id: filled.orderId }]);
  assert.equal(found?.entry?.sequence, entry.sequence);
});
