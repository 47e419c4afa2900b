// A database connection that dies while a transaction holds it costs that transaction, and never the process.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { log } from '../src/kit/log.ts';
import { openPool } from '../src/kit/postgres.ts';
import type { Pool } from '../src/kit/postgres.ts';
import { cloneDatabase } from './support/database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
before(async () => {
  log.setLevel('silent');
  database = await cloneDatabase();
  pool = openPool(database.url, 4);
});
after(async () => {
  await pool.end();
  await database.drop();
});

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
