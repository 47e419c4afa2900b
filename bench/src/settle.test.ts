// The benchmark of settlements runs, small: nothing else would notice that what it uses has changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { benchSettle } from './settle.ts';

test('a small round settles every option with its own ticks', async () => {
  const { json, faults } = await benchSettle(
    {},
    {
      accounts: 500,
      openOptions: 1_500,
      preparationMinMs: 5_000,
      placedPerSecond: 50,
      warmUpMs: 200,
      measureMs: 1_000,
    },
  );
  assert.deepEqual(faults, []);
  const { settle } = json as { settle: { settled: number; wrongTicks: number } };
  assert.equal(settle.wrongTicks, 0);
  assert.ok(settle.settled >= 1_500, `${settle.settled} were settled`);
});
