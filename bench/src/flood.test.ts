// The flood runs, small: nothing else would notice that what it uses has changed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feedLimits } from '@candor/wire';
import { runFlood } from './flood.ts';
import type { FloodResult } from './flood.ts';

test('a small flood is let in as far as the limits go, and no option is lost by it', async () => {
  const { json } = await runFlood({
    seconds: 4,
    sockets: 60,
    readers: 1,
    customers: 2,
    ordersPerSecond: 2,
    gatherMs: 6_000,
  });
  const { flood, voids, lateExits, refused } = (json as { flood: FloodResult }).flood;
  assert.deepEqual([voids, lateExits, refused], [0, 0, {}]);
  assert.ok(flood.open > feedLimits.connectionsPerAddress, `only ${flood.open} sockets were let in`);
  assert.ok(flood.open <= feedLimits.connectionsPerAddress + 60, `${flood.open} sockets were let in`);
  assert.ok(flood.asked > 500 && flood.answered > 500, JSON.stringify(flood));
});
