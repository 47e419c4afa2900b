import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readUntil } from '../kit/until.test-support.ts';
import { createLaneCount } from './lane-count.ts';

const max = 4;

/** Batches 10 ms apart; each call says which numbers of lanes there were meanwhile. */
function createRun() {
  const total = { active: 0, idle: 0 };
  const count = createLaneCount(max, () => ({ ...total }));
  const pass = (active: number, idle: number): void => {
    total.active += active;
    total.idle += idle;
  };
  return {
    value: () => count.value,
    batches(number: number, { busyMs, underWay = 256 }: { busyMs: number; underWay?: number }): number[] {
      const values = new Set<number>();
      for (let batch = 0; batch < number; batch++) {
        pass(busyMs, 10 - busyMs);
        count.weigh(underWay);
        values.add(count.value);
      }
      return [...values];
    },
    pass,
  };
}

test('a process that waits for its database gets all lanes, after a second', () => {
  const run = createRun();
  assert.deepEqual(run.batches(100, { busyMs: 4 }), [1]);
  assert.deepEqual(run.batches(1, { busyMs: 4 }), [max]);
  assert.deepEqual(run.batches(100, { busyMs: 6 }), [max]);
});

test('a busy process gets one, also when it had all', () => {
  const run = createRun();
  assert.deepEqual(run.batches(300, { busyMs: 9 }), [1]);
  run.batches(200, { busyMs: 4 });
  assert.deepEqual(run.batches(90, { busyMs: 9 }), [max]);
  assert.deepEqual(run.batches(200, { busyMs: 9 }).at(-1), 1);
});

test('in between it keeps what it has', () => {
  const run = createRun();
  assert.deepEqual(run.batches(300, { busyMs: 7 }), [1]);
  run.batches(200, { busyMs: 4 });
  assert.deepEqual(run.batches(300, { busyMs: 7 }), [max]);
});

test('a busy process that the disk keeps waiting now and then keeps one', () => {
  const run = createRun();
  for (let second = 0; second < 10; second++) {
    assert.deepEqual(run.batches(90, { busyMs: 8.5 }), [1]);
    run.pass(0, 100);
  }
});

test('little to do, or a pause before it, ends with one', () => {
  const run = createRun();
  assert.deepEqual(run.batches(300, { busyMs: 4, underWay: 95 }), [1]);
  assert.deepEqual(run.batches(200, { busyMs: 4 }), [1, max]);
  assert.deepEqual(run.batches(1, { busyMs: 4, underWay: 95 }), [1]);
  assert.deepEqual(run.batches(200, { busyMs: 4 }), [1, max]);
  run.pass(0, 5_000);
  assert.deepEqual(run.batches(100, { busyMs: 4 }), [1]);
});

test(
  'the activity that it reads by itself is that of this process, which waits here',
  { timeout: 240_000 },
  async () => {
    const count = createLaneCount(max);
    const weigh = (): number => {
      count.weigh(256);
      return count.value;
    };
    await readUntil('it has seen that it waits', weigh, (value) => value > 1, { withinMs: 200_000 });
    assert.equal(count.value, max);
  },
);
