import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cloneDatabase } from '../../test/support/database.ts';
import { isConnectionLost } from './faults.ts';
import { log } from './log.ts';
import { answered, openConnection, openPool } from './postgres.ts';
import { longRun } from '../../test/support/long-run.ts';

log.setLevel('silent');

const database = await cloneDatabase();
const pool = openPool(database.ownerUrl, 1);
after(async () => {
  await pool.end();
  await database.drop();
});

test('a statement of the pool finds its row by the key, also when its table was empty at first', async () => {
  const found = { name: 'find-thing', text: 'select id from things where id = $1 limit 1', values: [9_999] };
  await pool.query('create table things (id int primary key)');
  // As the database does by itself sooner or later; then it knows that the table is empty.
  await pool.query('vacuum analyze things');
  // From the sixth time on a statement with a name would keep its plan.
  for (let times = 0; times < 10; times++) assert.deepEqual((await pool.query(found)).rows, []);
  await pool.query('insert into things select generate_series(1, 10000)');
  await pool.query('begin');
  assert.deepEqual((await pool.query(found)).rows, [{ id: 9_999 }]);
  const { rows } = await pool.query(
    "select seq_tup_read as scanned from pg_stat_xact_user_tables where relname = 'things'",
  );
  await pool.query('rollback');
  assert.deepEqual(rows, [{ scanned: 0 }]);
});

test(
  'a connection of a host that is gone, or that stands still in a transaction, costs the database seconds',
  longRun('waits for time-outs'),
  async () => {
    const connection = await openConnection(database.ownerUrl);
    for (const name of ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count', 'tcp_user_timeout']) {
      for (const each of [pool, connection]) {
        const { rows } = await each.query<{ value: number }>(
          'select setting::int as value from pg_settings where name = $1',
          [name],
        );
        assert.ok(rows[0]!.value > 0 && rows[0]!.value <= (name === 'tcp_user_timeout' ? 10_000 : 10), name);
      }
    }
    await pool.query('create table held (id int primary key)');
    await pool.query('insert into held values (1)');
    await connection.query('begin; update held set id = 2');
    const startedAt = performance.now();
    await pool.query('update held set id = 3');
    const waitedMs = performance.now() - startedAt;
    assert.ok(waitedMs > 3_000 && waitedMs < 8_000, `${waitedMs} ms`);
    await assert.rejects(answered(connection, connection.query('commit')), (error) => isConnectionLost(error));
  },
);
