// No minute is sealed while a clock that stamps ticks is known to be wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteClockFault, type ClockName } from '../../kit/clock-faults.ts';
import { manualClock } from '../../kit/clock.ts';
import type { Pool } from '../../kit/postgres.ts';
import { sealMinutes } from './seal-minutes.ts';

class Asked extends Error {}

const isSealed = async (): Promise<boolean> => {
  const pool = { query: () => Promise.reject(new Asked()) } as unknown as Pool;
  const finality = { isFinalUpTo: () => true, finalUpTo: () => Promise.resolve() };
  try {
    return (await sealMinutes({ pool, clock: manualClock(Date.UTC(2026, 10, 28)), finality })) > 0;
  } catch (error) {
    assert.ok(error instanceof Asked, String(error));
    return true;
  }
};

test('minutes are sealed unless a clock that stamps ticks is known to be wrong', async () => {
  const stamps: Record<ClockName, boolean> = {
    machine: true,
    sources: true,
    archive: true,
    database: false,
    engine: false,
  };
  assert.ok(await isSealed());
  for (const [clock, isStamp] of Object.entries(stamps) as [ClockName, boolean][]) {
    noteClockFault(clock, -90_000);
    assert.equal(await isSealed(), !isStamp, clock);
    noteClockFault(clock, undefined);
  }
  assert.ok(await isSealed());
});
