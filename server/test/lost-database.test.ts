// A database connection that dies during a transaction fails that transaction only, never the process. After a fail-over no connection stays
// open to a server that refuses writes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import type { Uuid } from '@candor/wire';
import pg from 'pg';
import { askForWrite, leastWrite, leastWriteOfConsole } from '../src/kit/ask-for-write.ts';
import { inTransaction } from '../src/kit/in-transaction.ts';
import { log } from '../src/kit/log.ts';
import { openPool } from '../src/kit/postgres.ts';
import type { Pool } from '../src/kit/postgres.ts';
import { readUntil, until } from '../src/kit/until.test-support.ts';
import { createReadiness } from '../src/readiness.ts';
import { openTestLedger, type TestLedger } from './support/money.ts';

let ledger: TestLedger;
let pool: Pool;
let admin: pg.Client;
before(async () => {
  log.setLevel('silent');
  ledger = await openTestLedger();
  pool = openPool(ledger.url, 4);
  admin = new pg.Client({ connectionString: ledger.adminUrl });
  await admin.connect();
});
after(async () => {
  await admin.end();
  await pool.end();
  await ledger.close();
});

const database = () => new URL(ledger.url).pathname.slice(1);
/** Makes sessions that start from now on read-only, as on a standby; existing sessions keep their mode. */
const setReadOnly = (isReadOnly: boolean) =>
  admin.query(`alter database ${database()} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`);
async function endConnections(): Promise<void> {
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and backend_type = 'client backend'`,
  );
  await until('the pool has noticed', () => (pool as unknown as pg.Pool).totalCount === 0);
}

test('a connection that is lost between two statements of a transaction fails the next one, and others go on', async () => {
  const connection = await pool.connect();
  await connection.query('begin');
  const { rows } = await connection.query<{ pid: number }>('select pg_backend_pid() as pid');
  const lost = new Promise((resolve) => connection.once('end', resolve));
  await pool.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  // Nobody waits for a statement at the moment at which the loss arrives.
  await lost;
  await assert.rejects(connection.query('commit'));
  connection.release(true);
  assert.equal((await pool.query<{ one: number }>('select 1 as one')).rows[0]!.one, 1);
});

test('commands are answered by themselves once new connections may write again', async () => {
  const accountId = await ledger.pay('100');
  await setReadOnly(true);
  await endConnections();
  // The lanes open read-only connections, whose writes are refused.
  const paid = ledger.pay('5', { accountId });
  await openedReadOnly();
  await setReadOnly(false);
  await paid;
  assert.equal(await ledger.available(accountId), '105');
  await ledger.audit();
});

/** Resolves when a lane has opened a read-only connection. */
async function openedReadOnly(): Promise<void> {
  const seen = async (): Promise<number> => {
    const found = await admin.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'candor'
       and query <> '' and query not like '%set_aside%'`,
    );
    return found.rowCount ?? 0;
  };
  await readUntil('a lane comes again', seen, (count) => count > 0, { everyMs: 1 });
}

test('connections of a pool that were opened while only reads were allowed are not used again', async () => {
  await setReadOnly(true);
  await endConnections();
  const readers = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
  const [first] = readers;
  const lent = readers[2]!;
  const readOnly = await first!.query<{ value: string }>(`select current_setting('transaction_read_only') as value`);
  assert.equal(readOnly.rows[0]!.value, 'on');
  await setReadOnly(false);
  first!.release();
  readers[1]!.release();
  const write = (by: Pick<Pool, 'query'>) =>
    by.query('insert into set_aside_commands (name, account_id, object_id, error, tries) values ($1, $2, $3, $4, 1)', [
      'test',
      randomUUID() as Uuid,
      randomUUID() as Uuid,
      'none',
    ]);
  // The first statement of the transaction was refused, so nothing was written, and the transaction is run again.
  let runs = 0;
  await inTransaction(pool, async (transaction) => {
    runs++;
    await write(transaction);
  });
  assert.equal(runs, 2);
  await write(pool);
  lent.release();
  const writable = await Promise.all([pool.connect(), pool.connect(), pool.connect(), pool.connect()]);
  for (const connection of writable) {
    await write(connection);
    connection.release();
  }
});

test('a probe that asks for a write fails where only reads are allowed, for both roles, and costs no row', async () => {
  for (const [url, write] of [
    [ledger.url, leastWrite],
    [ledger.consoleUrl, leastWriteOfConsole],
  ] as const) {
    const asking = openPool(url, 2);
    await askForWrite(asking, write);
    await setReadOnly(true);
    await endConnections();
    await until('the connection has ended', () => (asking as unknown as pg.Pool).totalCount === 0);
    // Reads succeed, so only a write reveals the problem.
    await asking.query('select 1 from engine_lease');
    await assert.rejects(askForWrite(asking, write), { code: '25006' });
    await setReadOnly(false);
    await askForWrite(asking, write);
    await asking.end();
  }
  const market = { onTicks: () => () => undefined };
  const readiness = createReadiness({
    clock: ledger.clock,
    market,
    writesTicks: () => true,
    askDatabase: () => Promise.reject(Object.assign(new Error('x'), { code: '25006' })),
    whyNoPrices: () => 'none',
  });
  assert.deepEqual(await readiness(), { ready: false, reason: 'the database takes no writes' });
});

test('a transaction that was refused after its first statement is not run again, and its connection is closed', async () => {
  await setReadOnly(true);
  await endConnections();
  const reader = await pool.connect();
  await setReadOnly(false);
  reader.release();
  let runs = 0;
  const work = inTransaction(pool, async (transaction) => {
    runs++;
    await transaction.query('select 1');
    await transaction.query('update set_aside_commands set tries = tries');
  });
  await assert.rejects(work, { code: '25006' });
  assert.equal(runs, 1);
  await inTransaction(pool, (transaction) => transaction.query('update set_aside_commands set tries = tries'));
});
