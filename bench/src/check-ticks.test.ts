import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPool } from '../../server/src/kit/postgres.ts';
import { cloneDatabase } from '../../server/test/support/database.ts';
import { countWrongTicks } from './check-ticks.ts';

const base = 1_800_000_000_000;
const account = '00000000-0000-7000-8000-000000000001';

/** Ticks one second apart, priced 101, 102 …; the order is received at the first, enters at the second, expires after 3.5 s. */
const right = { entry: 2, exit: 5, result: 'win', reason: null as string | null };

async function check(
  change: Partial<typeof right>,
  { isOpen = false, atMs = base + 60_000, gap = [0, 0] } = {},
): Promise<{ checked: number; wrong: number; overdue: number }> {
  const { entry, exit, result, reason } = { ...right, ...change };
  const database = await cloneDatabase();
  const pool = openPool(database.url, 1);
  try {
    for (let sequence = 1; sequence <= 8; sequence++) {
      const publishedMs = base + sequence * 1_000 + (sequence > gap[0]! ? gap[1]! : 0);
      await pool.query(`insert into market_ticks values ('BTC', $1, $2, $3, $3, 'test', sha256('x'))`, [
        sequence,
        100 + sequence,
        publishedMs,
      ]);
    }
    const at = (sequence: number): Date => new Date(base + sequence * 1_000 + (sequence > gap[0]! ? gap[1]! : 0));
    await pool.query(
      `insert into option_orders (account_id, order_id, book, coin, side, stake, profit, config_id, config_version, duration_ms,
         exit_wait_ms, received_at, accepted_sequence, entry_sequence, entry_price, entry_at, expires_at, exit_sequence, exit_price, exit_at,
         result, void_reason, paid, settled_at)
       values ($1, gen_random_uuid(), 'real', 'BTC', 'up', 10, 8.5, '1', 2, 3500, 10000, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
      [
        account, at(1), ...(isOpen ? Array<null>(11).fill(null) : [
          entry, 100 + entry, at(entry), new Date(at(entry).getTime() + 3_500),
          ...(reason ? [null, null, null] : [exit, 100 + exit, at(exit)]), result, reason, 18.5, at(7),
        ]),
      ], // oxfmt-ignore
    );
    return await countWrongTicks(pool, atMs);
  } finally {
    await pool.end();
    await database.drop();
  }
}

test('an option that was decided by its own ticks is right', async () => {
  assert.deepEqual(await check({}), { checked: 1, wrong: 0, overdue: 0 });
});

test('a tick too early or too late, at the entry or the exit, is noticed', async () => {
  for (const change of [{ exit: 4 }, { exit: 6 }, { entry: 3, exit: 6 }, { result: 'void', reason: 'no-exit-tick' }]) {
    assert.deepEqual(await check(change), { checked: 1, wrong: 1, overdue: 0 }, JSON.stringify(change));
  }
});

test('after a gap the next tick decides, for 10 s and not longer', async () => {
  // Tick 2, its entry, is 3.5 s old at expiry; tick 3 comes after the gap.
  const late = { gap: [2, 9_000] };
  assert.deepEqual(await check({ exit: 3 }, late), { checked: 1, wrong: 0, overdue: 0 });
  const isVoid = { result: 'void', reason: 'no-exit-tick' };
  for (const change of [{ exit: 2 }, { exit: 4 }, isVoid]) {
    assert.deepEqual(await check(change, late), { checked: 1, wrong: 1, overdue: 0 }, JSON.stringify(change));
  }
  const tooLate = { gap: [2, 12_501] };
  assert.deepEqual(await check(isVoid, tooLate), { checked: 1, wrong: 0, overdue: 0 });
  assert.deepEqual(await check({ exit: 3 }, tooLate), { checked: 1, wrong: 1, overdue: 0 });
  const [nextMs, endMs] = [base + 12_000, base + 15_500];
  for (const [given, dueMs] of [
    [late, nextMs],
    [tooLate, endMs],
  ] as const) {
    assert.equal((await check({}, { isOpen: true, atMs: dueMs - 1, ...given })).overdue, 0);
    assert.equal((await check({}, { isOpen: true, atMs: dueMs, ...given })).overdue, 1);
  }
});

test('an option that should have ended and did not is counted', async () => {
  const expiresMs = base + 5_500;
  assert.deepEqual(await check({}, { isOpen: true, atMs: expiresMs }), { checked: 0, wrong: 0, overdue: 1 });
  assert.deepEqual(await check({}, { isOpen: true, atMs: expiresMs - 1 }), { checked: 0, wrong: 0, overdue: 0 });
});
