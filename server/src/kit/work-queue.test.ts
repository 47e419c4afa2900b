import assert from 'node:assert/strict';
import { test } from 'node:test';
import { log } from './log.ts';
import { manualTimers } from './manual-timers.test-support.ts';
import { WorkQueue, type WorkQueueOptions } from './work-queue.ts';

log.setLevel('silent');

let named = 0;

/** A queue of numbers whose calls end when the test says so. */
function open(options: Partial<WorkQueueOptions<number>> = {}) {
  const timers = manualTimers();
  const calls: { tasks: readonly number[]; end: (error?: Error) => void }[] = [];
  const queue = new WorkQueue<number>({
    name: `test-${++named}`,
    atOnceMax: 2,
    timers,
    work: (tasks) =>
      new Promise((resolve, reject) => calls.push({ tasks, end: (error) => (error ? reject(error) : resolve()) })),
    ...options,
  });
  return { queue, timers, calls, tasks: () => calls.map((call) => call.tasks) };
}

test('tasks start in their order, no more at once than allowed', async () => {
  const { queue, timers, calls, tasks } = open();
  const done: number[] = [];
  for (const task of [1, 2, 3, 4]) void queue.push(task).then(() => done.push(task));
  await timers.advance(0);
  assert.deepEqual(tasks(), [[1], [2]]);
  calls[1]!.end();
  await timers.advance(0);
  assert.deepEqual([tasks(), done], [[[1], [2], [3]], [2]]);
  calls[0]!.end();
  calls[2]!.end();
  await timers.advance(0);
  assert.deepEqual(tasks().at(-1), [4]);
});

test('what arrives in one turn shares its calls, as far as they go', async () => {
  const { queue, timers, tasks } = open({ batchMax: 3 });
  for (const task of [1, 2, 3, 4]) void queue.push(task);
  await timers.advance(0);
  assert.deepEqual(tasks(), [[1, 2, 3], [4]]);
});

test('a task that fails is tried again alone, later each time, and holds up none behind it', async (context) => {
  const warned = context.mock.method(log, 'warn', () => {});
  const said = context.mock.method(log, 'info', () => {});
  const { queue, timers, calls, tasks } = open({ atOnceMax: 1, batchMax: 2, retryMs: 100, retryMaxMs: 150 });
  const done: number[] = [];
  for (const task of [1, 2, 3]) void queue.push(task).then(() => done.push(task));
  await timers.advance(0);
  calls[0]!.end(new Error('poisoned'));
  await timers.advance(0);
  assert.deepEqual(tasks(), [[1, 2], [3]]);
  calls[1]!.end();
  await timers.advance(99);
  assert.equal(calls.length, 2);
  await timers.advance(1);
  assert.deepEqual(tasks().slice(2), [[1]]);
  calls[2]!.end(new Error('poisoned'));
  await timers.advance(0);
  assert.deepEqual(tasks().slice(3), [[2]]);
  calls[3]!.end();
  await timers.advance(149);
  assert.deepEqual([calls.length, done], [4, [3, 2]]);
  await timers.advance(1);
  calls[4]!.end();
  await timers.advance(0);
  assert.deepEqual(done, [3, 2, 1]);
  assert.deepEqual([warned.mock.callCount(), said.mock.callCount()], [1, 1]);
});

test('a queue that stops waits for what is under way, starts nothing more, and lets nobody wait for ever', async () => {
  const { queue, timers, calls } = open({ atOnceMax: 1 });
  const pushed = [1, 2].map((task) => queue.push(task));
  await timers.advance(0);
  calls[0]!.end(new Error('lost'));
  await timers.advance(0);
  let isStopped = false;
  const stopped = queue.stop().then(() => (isStopped = true));
  await timers.advance(1_000);
  assert.ok(!isStopped, 'a call is under way');
  calls[1]!.end();
  await stopped;
  await Promise.all([...pushed, queue.push(3)]);
  await timers.advance(1_000);
  assert.equal(calls.length, 2);
  assert.equal(timers.planned(), 0);
});
