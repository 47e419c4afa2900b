// One command that can't be carried out, whatever it is that fails, and the others beside it.
import { wad, type Uuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newKey, openTestLedger, type TestLedger } from '../../test/support/money.ts';
import { until } from '../kit/until.test-support.ts';
import { checkInvariants, ledgerInvariants } from './check-invariants.ts';
import { uuid } from '../kit/columns.ts';
import { openPool } from '../kit/postgres.ts';
import { sql, type Sql } from '../kit/sql.ts';
import { table, type Table } from '../kit/table.ts';
import type { Command } from './command.ts';
import { readSetAside, SetAside, tryAgain } from './set-aside.ts';
import { isLongRun } from '../../test/support/long-run.ts';

let ledger: TestLedger;
before(async () => (ledger = await openTestLedger()));
after(async () => {
  const broken = (await checkInvariants(ledger.serverPool, ledgerInvariants)).filter((report) => report.broken > 0);
  await ledger.close();
  assert.deepEqual(broken, []);
});

/** A table whose row can't be read, e.g. as a column of it is not as the code expects. */
const unreadable: Table<unknown> = {
  ...(table('contract_accounts', { key: { accountId: uuid } }) as Table<unknown>),
  lock: () => ({
    name: 'test-unreadable',
    text: 'select 1',
    read() {
      throw new Error('a column is not as expected');
    },
  }),
};
const hold: Command<{ row?: Uuid }, { held: true }> = {
  name: 'test-hold',
  refusals: ['insufficient-balance', 'order-limit-reached', 'market-degraded'],
  coins: () => ['USDT'],
  house: [],
  rows: ({ row }) => (row ? [{ table: unreadable, id: row }] : []),
  decide: (_, { newId }) => ({
    objectId: newId(),
    moves: [{ kind: 'swap-placed', coin: 'USDT', from: 'available', to: 'reserved', amount: wad('1') }],
    reply: { held: true },
  }),
};

test('a row that can not be read: its command fails alone and at once, the others of the batch go through', async () => {
  const accountId = await ledger.pay('100');
  const submit = (input: { row?: Uuid }) =>
    ledger.lanes.submit({ command: hold, accountId, book: 'real', input, idempotency: newKey(), receivedAt: ledger.clock.now() }); // oxfmt-ignore
  const startedAt = performance.now();
  const others = Array.from({ length: 20 }, () => submit({}));
  const broken = submit({ row: ledger.newId() });
  others.push(...Array.from({ length: 20 }, () => submit({})));
  await assert.rejects(broken, /a column is not as expected/);
  await Promise.all(others);
  if (isLongRun) assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`);
  assert.equal(await ledger.available(accountId), '60');
});

test('a command of one book alone is not even decided in the other, and its neighbours are carried out', async () => {
  const accountId = await ledger.pay('10', { book: 'bonus' });
  const holdIn = (command: typeof hold) =>
    ledger.lanes.submit({ command, accountId, book: 'bonus', input: {}, idempotency: newKey(), receivedAt: ledger.clock.now() }); // oxfmt-ignore
  const [own, foreign] = await Promise.allSettled([holdIn(hold), holdIn({ ...hold, onlyIn: 'real' })]);
  assert.equal(own.status, 'fulfilled');
  assert.ok(foreign.status === 'rejected' && /real book alone/.test(String((foreign.reason as Error).cause)));
  assert.equal(await ledger.available(accountId), '9');
});

/** What the engine does with a row of its own: one that is not as it must be can't be decided. */
const broken = new Set<Uuid>();
const settle: Command<{ row: Uuid }, { settled: true }> = {
  name: 'test-settle',
  refusals: [],
  coins: () => [],
  house: [],
  rows: ({ row }) => [{ table: empty, id: row }],
  decide({ row }, { newId }) {
    assert(!broken.has(row), `row ${row} of ann@example.com is not as it must be`);
    return { objectId: newId(), moves: [], reply: { settled: true } };
  },
};
const empty: Table<unknown> = {
  ...unreadable,
  lock: () => ({ name: 'test-empty', text: 'select where false', read: () => [] }),
};

test('a row that the engine can not decide: the others are settled at once, it is set aside after three tries, and can be tried again', async (context) => {
  const accountId = ledger.newId();
  const settleIt = (row: Uuid, lanes = ledger.lanes) =>
    lanes.submit({ command: settle, accountId, book: 'real', input: { row }, receivedAt: ledger.clock.now() });
  const poison = ledger.newId();
  broken.add(poison);
  const startedAt = performance.now();
  const failing = settleIt(poison);
  const others = Array.from({ length: 200 }, () => settleIt(ledger.newId()));
  failing.catch(() => {});
  await Promise.all(others);
  if (isLongRun) assert.ok(performance.now() - startedAt < 1_000, `${performance.now() - startedAt} ms`);
  await assert.rejects(failing, SetAside);
  assert.equal(ledger.lanes.setAside(), 1);
  const {
    rows: [row, ...further],
  } = await readSetAside(ledger.serverPool);
  assert.equal(further.length, 0);
  assert.deepEqual([row!.command, row!.accountId, row!.objectId, row!.tries], ['test-settle', accountId, poison, 3]);
  assert.match(row!.error, /^row .* of <address> is not as it must be$/);

  // Nothing tries it any more, in this process or after a restart, until it is let.
  await assert.rejects(settleIt(poison), SetAside);
  const restarted = await ledger.openAgain();
  context.after(() => restarted.close());
  await until('what was set aside is known', () => restarted.setAside() === 1);
  await assert.rejects(settleIt(poison, restarted), SetAside);
  broken.delete(poison);
  await assert.rejects(settleIt(poison), SetAside);
  assert.equal(await tryAgain(ledger.serverPool, row!.setAsideId), true);
  assert.equal(await tryAgain(ledger.serverPool, row!.setAsideId), false);
  await until('it may be tried again', () => ledger.lanes.setAside() === 0);
  assert.deepEqual(await settleIt(poison), { settled: true });
  await assert.rejects(ledger.serverPool.query('delete from set_aside_commands'), { code: '42501' });
  await assert.rejects(ledger.serverPool.query(`update set_aside_commands set error = ''`), { code: '42501' });
});

test('a question of the audit that fails leaves nothing of it on a connection, and keeps none', async () => {
  const pool = openPool(ledger.url, 1);
  const ask = (question: Sql) => checkInvariants(pool, [{ name: 'fails', sql: question }]);
  try {
    await assert.rejects(ask(sql`select 1 / 0 as checked, 0 as broken`), { code: '22012' });
    await assert.rejects(ask(sql`select pg_terminate_backend(pg_backend_pid())`));
    await assert.rejects(checkInvariants(pool, [{ name: 'fails', sql: () => Promise.reject(new Error('unknown')) }]));
    const { rows } = await pool.query(
      `select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as is_read_only`,
    );
    assert.deepEqual(rows, [{ isolation: 'read committed', is_read_only: 'off' }]);
  } finally {
    await pool.end();
  }
});
