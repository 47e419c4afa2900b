import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cloneDatabase } from '../../test/support/database.ts';
import { openPool } from './postgres.ts';

const database = await cloneDatabase();
const pool = openPool(database.url, 1);
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
