// Orders that wait for ticks are given up by elapsed time, whatever the machine's clock is set to in the meantime.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uuid } from '@candor/wire';
import { noteClockFault } from '../kit/clock-faults.ts';
import { guardClock } from '../kit/guarded-clock.ts';
import { log } from '../kit/log.ts';
import { manualTimers } from '../kit/manual-timers.test-support.ts';
import type { TickItem } from './tick-book.ts';
import { TickDeadlines } from './tick-deadlines.ts';

log.setLevel('silent');
const start = Date.UTC(2026, 10, 28);

for (const setToMs of [-90_000, -3_000, 31_000])
  test(`an order of 30 s ends after 30 s, also when the clock of the machine is set by ${setToMs} ms meanwhile`, async () => {
    const timers = manualTimers();
    let offMs = 0;
    const clock = guardClock({
      machine: { now: () => start + offMs + timers.now() },
      steady: timers,
      uptime: timers,
    });
    const endedAt: number[] = [];
    const deadlines = new TickDeadlines<TickItem>({
      market: { isFinalUpTo: () => true, finalUpTo: () => Promise.resolve() },
      clock,
      name: 'test-due',
      role: 'engine',
      isWaiting: () => true,
      giveUp: async () => void endedAt.push(timers.now()),
    });
    deadlines.job.start({ timers, clock });
    deadlines.add({ id: 'one' as Uuid, coin: 'BTC', after: 1, dueAt: clock.now() + 30_000 });
    await timers.advance(10_000);
    offMs = setToMs;
    await timers.advance(19_000);
    assert.deepEqual(endedAt, []);
    await timers.advance(2_000);
    assert.deepEqual(endedAt, [30_000]);
    await deadlines.job.stop();
    deadlines.stop();
    noteClockFault('machine', undefined);
  });
