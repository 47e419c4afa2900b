// What costs nothing and leaves rows is done a number of times a day, whatever process is asked and however many ask at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Uuid } from '@candor/wire';
import { ann, ben, cookieOf, endpoint, openTestDoor } from '../src/http/http.test-support.ts';
import { countCalls } from '../src/kit/count-calls.ts';
import { openPool, type Pool } from '../src/kit/postgres.ts';
import { cloneDatabase, runAsOwner } from './support/database.ts';

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
let door: Awaited<ReturnType<typeof openTestDoor>>;
const free = endpoint('/api/free', { who: 'self', leaves: { perDay: 3 } });
const other = endpoint('/api/other', { who: 'self', leaves: { perDay: 3 } });
const costly = endpoint('/api/costly', { who: 'self', leaves: 'fee' });
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url, 4);
  door = await openTestDoor({ calls: [free, other, costly], countCall: countCalls(pool), checksReplies: true });
});
after(async () => {
  await door.close();
  await pool.end();
  await database.drop();
});

async function send(session: typeof ann, url = '/api/free', payload: object = {}) {
  const headers = { cookie: cookieOf(session) };
  const response = await door.app.inject({ method: 'POST', url, payload, headers });
  const { code, facts } = response.json<{ code?: string; facts?: object }>();
  return { status: response.statusCode, code, facts };
}

test('the day ends a call that is free, for its account and that call alone, and begins anew', async () => {
  assert.equal((await send(ann, '/api/free', { name: 'x'.repeat(21) })).code, 'malformed');
  for (let count = 0; count < 3; count++)
    assert.equal((await send(ann)).status, 200, 'what was malformed does not count');
  const full = { status: 429, code: 'too-many-today', facts: { count: '3', until: '2026-11-21T00:00:00.000Z' } };
  const reached = door.reached.length;
  assert.deepEqual(await send(ann), full);
  assert.equal(door.reached.length, reached, 'nothing was done');
  assert.equal((await send(ann, '/api/other')).status, 200);
  assert.equal((await send(ben)).status, 200);
  for (let count = 0; count < 5; count++) assert.equal((await send(ann, '/api/costly')).status, 200);
  door.clock.advance(24 * 3_600_000);
  assert.equal((await send(ann)).status, 200);
  door.clock.advance(-12 * 3_600_000);
  await send(ann);
  await send(ann);
  assert.equal((await send(ann)).code, 'too-many-today', 'a clock that was set back begins no day anew');
});

test('at once no more pass than one after the other', async () => {
  const accountId = '00000000-0000-8000-a000-000000000001' as Uuid;
  const count = countCalls(pool);
  const all = await Promise.all(Array.from({ length: 20 }, () => count({ accountId, name: 'x', perDay: 7, at: 0 })));
  assert.equal(all.filter((refusal) => refusal === undefined).length, 7);
});

test('nobody forgets what was counted', async () => {
  await assert.rejects(pool.query('update day_calls set made = made - 1 where made > 1'), /not forgotten/);
  await assert.rejects(pool.query(`update day_calls set day = day - 1`), /not forgotten/);
  await assert.rejects(pool.query('delete from day_calls'), /permission denied/);
  await assert.rejects(runAsOwner(database, 'delete from day_calls'), /append-only/);
});
