import assert from 'node:assert/strict';
import { test } from 'node:test';
import { medianInSteps, quantile } from './quantiles.ts';
import { readMainThread, type TraceEvent } from './read-main-thread.ts';

const page = { pid: 1, tid: 1 };
const task = (ts: number, dur: number, tdur: number, where = page): TraceEvent => ({ name: 'RunTask', ph: 'X', ts, dur, tdur, ...where }); // oxfmt-ignore
const frame = (ts: number, where = page): TraceEvent => ({ name: 'FireAnimationFrame', ph: 'X', ts, dur: 1, ...where });

test('a frame has the work of its own task and of those until the next one', () => {
  const read = readMainThread([
    task(0, 9_000, 9_000),
    task(10_000, 4_000, 2_000),
    frame(11_000),
    frame(12_000),
    task(15_000, 8_000, 6_000),
    task(30_000, 1_000, 1_000),
    frame(30_500),
    task(50_000, 70_000, 5_000),
    frame(50_100),
  ]);
  // 8 ms in the first frame, 1 ms in the second; the third has no end.
  assert.equal(read.p95WorkMs, 8);
  assert.equal(read.longestWorkMs, 9, 'a task that waits is not a long one');
  assert.equal(read.waitedShare, 1 - 23 / 92);
});

test('other threads of the browser don’t count, and a trace without frames is an error', () => {
  const other = { pid: 2, tid: 7 };
  const events = [task(0, 10, 10), frame(1), task(20, 10, 10), frame(21), task(40, 10, 10), frame(41)];
  assert.deepEqual(
    readMainThread([...events, task(0, 99_000, 99_000, other), frame(5, other)]),
    readMainThread(events),
  );
  assert.throws(() => readMainThread([task(0, 10, 10)]), /no frames/);
});

test('the median of rounded times lies where half of them do', () => {
  const at60 = [...Array<number>(200).fill(16.6), ...Array<number>(400).fill(16.7)];
  assert.ok(Math.abs(medianInSteps(at60, 0.1) - 16.675) < 1e-9);
  const at50 = Array<number>(600).fill(20);
  assert.ok(Math.abs(medianInSteps(at50, 0.1) - 20) < 1e-9);
  assert.ok(medianInSteps([...at60, ...Array<number>(800).fill(33.3)], 0.1) > 33);
  assert.equal(quantile(at60, 0.95), 16.7);
});
