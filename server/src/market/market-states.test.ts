// When a coin can be traded: by the age of its last tick, by the elapsed time, and by the coins that the engine holds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import { createBus } from '../kit/bus.ts';
import { manualClock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { createTickMemory } from './archive/tick-memory.ts';
import { recordingHub } from './market-fixture.test-support.ts';
import { createMarketStates } from './market-states.ts';

log.setLevel('silent');
const start = Date.UTC(2026, 10, 28);

function openStates() {
  const [clock, steady, memory] = [manualClock(start), manualClock(0), createTickMemory()];
  const states = createMarketStates({
    pool: {} as Pool,
    clock,
    steady,
    bus: createBus(),
    hub: recordingHub(),
    memory,
  });
  let sequence = 0;
  return {
    clock,
    states,
    state: () => states.of('BTC'),
    pass: (ms: number): void => {
      clock.advance(ms);
      steady.advance(ms);
    },
    tick: (): void => {
      const tick = {
        coin: 'BTC',
        sequence: ++sequence,
        price: wad('1'),
        sourceAt: 0,
        publishedAt: clock.now(),
        inputs: 'htx',
        hash: '',
      } as const;
      memory.append(tick);
      states.noteTicks([tick]);
    },
  };
}

test('a coin is live for three seconds after a tick', () => {
  const { state, tick, pass } = openStates();
  assert.equal(state(), 'degraded');
  tick();
  assert.equal(state(), 'live');
  pass(3_000);
  assert.equal(state(), 'live');
  pass(1);
  assert.equal(state(), 'degraded');
});

for (const backMs of [3_000, 60_000, 90_000])
  test(`a clock that is set back by ${backMs} ms makes no coin live without ticks`, () => {
    const { state, tick, pass, clock } = openStates();
    tick();
    clock.advance(-backMs);
    assert.equal(state(), 'degraded');
    for (let passedMs = 500; passedMs < backMs + 10_000; passedMs += 500) {
      pass(500);
      // In between, the tick is at most a second ahead of the clock, so the market may be live again.
      const isStill = passedMs > 3_000 || passedMs < backMs - 1_000;
      if (isStill) assert.equal(state(), 'degraded', `${passedMs} ms later`);
    }
    tick();
    assert.equal(state(), 'live');
  });

test('a clock that stands still makes no coin live for longer', () => {
  const { state, tick, pass, clock } = openStates();
  tick();
  const at = clock.now();
  pass(3_001);
  clock.set(at);
  assert.equal(state(), 'degraded');
});

test('coins that the engine holds are degraded at once, and live as soon as it lets them go', () => {
  const { state, states, tick } = openStates();
  tick();
  states.hold(['BTC']);
  assert.equal(state(), 'degraded');
  states.hold(['ETH']);
  assert.equal(state(), 'live');
});
