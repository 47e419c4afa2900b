import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { cloneDatabase } from '../../test/support/database.ts';
import { countRows } from './count-rows.ts';
import { openPool } from './postgres.ts';
import type { Pool } from './postgres.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
});
after(async () => {
  await pool.end();
  await database.drop();
});

const total = async (rows: number, page: { limit: number; offset: number }): Promise<number> => {
  const sql = countRows(`generate_series(1, ${rows}) as row where row > 0`, page);
  return (await pool.query<{ total: number }>(sql)).rows[0]!.total;
};

test('a count is exact up to 10,000, and beyond it always says whether there is a next page', async () => {
  for (const rows of [0, 1, 20, 9_999, 10_000]) assert.equal(await total(rows, { limit: 20, offset: 0 }), rows);
  assert.equal(await total(50_000, { limit: 20, offset: 0 }), 10_000);
  let read = 0;
  for (let page = 1; (page - 1) * 100 < (await total(10_950, { limit: 100, offset: (page - 1) * 100 })); page++)
    read += Math.min(100, 10_950 - (page - 1) * 100);
  assert.equal(read, 10_950);
});
