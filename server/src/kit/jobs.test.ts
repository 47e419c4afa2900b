import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from './clock.ts';
import { createJob, failingJobs, startJobs, stopJobs, type DueRows, type Job } from './jobs.ts';
import { log } from './log.ts';
import { manualTimers } from './manual-timers.test-support.ts';
import { readMetrics } from './metrics.ts';

log.setLevel('silent');

/** A job's name in its own metrics. */
let named = 0;
const terms = { role: 'web', every: 100 } as const;
const nameOf = (): string => `test-${++named}`;

async function metricOf(metric: string, job: string): Promise<number | undefined> {
  const found = (await readMetrics()).find(({ name }) => name === metric)!;
  return (found.values as { value: number; labels: { job: string } }[]).find(({ labels }) => labels.job === job)?.value;
}

function start(job: Job, random = 0.5) {
  const timers = manualTimers();
  job.start({ timers, clock: manualClock(7_000), random: () => random });
  return timers;
}

test('a job runs again and again, its pause after the end of each run', async () => {
  const at: number[] = [];
  const ends: (() => void)[] = [];
  const timers = manualTimers();
  const job = createJob({
    ...terms,
    name: nameOf(),
    run: () => new Promise<void>((resolve) => (at.push(timers.now()), ends.push(resolve))),
  });
  job.start({ timers });
  await timers.advance(99);
  assert.deepEqual(at, []);
  await timers.advance(51);
  assert.deepEqual(at, [100]);
  await timers.advance(1_000);
  assert.deepEqual(at, [100], 'it runs beside itself');
  ends[0]!();
  await timers.advance(100);
  assert.deepEqual(at, [100, 1_250]);
  ends[1]!();
  await job.stop();
});

test('one that starts with its process runs at once; one that says when it is due runs then', async () => {
  const at: number[] = [];
  const timers = manualTimers();
  const job = createJob({
    ...terms,
    name: nameOf(),
    runsAtStart: true,
    run: () => (at.push(timers.now()), at.length === 1 ? 30 : 100_000),
  });
  job.start({ timers });
  await timers.advance(0);
  assert.deepEqual(at, [0]);
  await timers.advance(200);
  assert.deepEqual(at, [0, 30, 130], 'it rests no longer than every');
  await job.stop();
});

test('waking runs it at once, and once more after a run under way, however often it is woken', async () => {
  let count = 0;
  const ends: (() => void)[] = [];
  const job = createJob({
    ...terms,
    name: nameOf(),
    run: () => new Promise<void>((resolve) => (count++, ends.push(resolve))),
  });
  job.wake();
  const timers = start(job);
  job.wake();
  job.wake();
  await timers.advance(0);
  assert.equal(count, 1);
  job.wake();
  job.wake();
  await timers.advance(500);
  assert.equal(count, 1);
  ends[0]!();
  await timers.advance(0);
  assert.equal(count, 2);
  ends[1]!();
  await timers.advance(99);
  assert.equal(count, 2);
  await timers.advance(1);
  assert.equal(count, 3);
  ends[2]!();
  await job.stop();
});

test('a wake in the very turn in which a run ends is not lost', async () => {
  let count = 0;
  let ended: Promise<void> | undefined;
  const job = createJob({
    ...terms,
    name: nameOf(),
    run() {
      if (++count > 1) return undefined;
      ended = Promise.resolve();
      // Microtasks at all depths between the end of the run and the plan of the next.
      let turn = ended;
      for (let depth = 0; depth < 6; depth++) turn = turn.then(() => job.wake());
      return ended;
    },
  });
  const timers = start(job);
  await timers.advance(100);
  await timers.advance(0);
  assert.equal(count, 2);
  await job.stop();
});

test('a run that is asked for begins after the one under way and is waited for; the next comes after its pause', async () => {
  const at: number[] = [];
  const ends: (() => void)[] = [];
  const timers = manualTimers();
  const run = () => new Promise<void>((resolve) => (at.push(timers.now()), ends.push(resolve)));
  const job = createJob({ ...terms, name: nameOf(), run });
  await job.runNow();
  assert.deepEqual(at, [], 'before it is started');
  job.start({ timers });
  await timers.advance(100);
  let isDone = false;
  const asked = Promise.all([job.runNow(), job.runNow()]).then(() => (isDone = true));
  for (const runs of [1, 2, 3]) {
    await timers.advance(10);
    assert.deepEqual([at.length, isDone], [runs, false]);
    ends[runs - 1]!();
  }
  await asked;
  await timers.advance(100);
  assert.deepEqual(at, [100, 110, 120, 230]);
  ends[3]!();
  await job.stop();
  await job.runNow();
  assert.equal(at.length, 4);
});

test('a failure is said once, tried again with longer pauses, and its end is said once', async (context) => {
  const warned = context.mock.method(log, 'warn', () => {});
  const told = context.mock.method(log, 'info', () => {});
  const at: number[] = [];
  let isBroken = true;
  const name = nameOf();
  const timers = manualTimers();
  const job = createJob({
    ...terms,
    every: 400,
    retryMs: 100,
    retryMaxMs: 500,
    name,
    run() {
      at.push(timers.now());
      if (isBroken) throw new Error('mail of somebody@example.org was lost');
    },
  });
  job.start({ timers, clock: manualClock(7_000) });
  await timers.advance(2_200);
  assert.deepEqual(at, [400, 500, 700, 1_100, 1_600, 2_100]);
  assert.equal(warned.mock.callCount(), 1);
  assert.deepEqual(warned.mock.calls[0]!.arguments[1], { job: name, reason: 'mail of <address> was lost' });
  const since = () => failingJobs().find(({ job }) => job === name)?.since;
  assert.equal(since(), 7_000);
  assert.equal(await metricOf('candor_job_failures_total', name), 6);
  assert.equal(await metricOf('candor_job_last_success_timestamp_seconds', name), undefined);
  isBroken = false;
  await timers.advance(500);
  assert.deepEqual(at.slice(6), [2_600]);
  assert.equal(since(), undefined);
  assert.equal(told.mock.callCount(), 1);
  await timers.advance(400);
  assert.deepEqual(at.slice(7), [3_000]);
  assert.equal(told.mock.callCount(), 1);
  assert.equal(await metricOf('candor_job_runs_total', name), 8);
  assert.equal(await metricOf('candor_job_last_success_timestamp_seconds', name), 7);
  isBroken = true;
  await timers.advance(400);
  assert.equal(warned.mock.callCount(), 2);
  await job.stop();
});

test('who wakes a failing job brings it forward to the shortest pause and no further', async () => {
  const at: number[] = [];
  const timers = manualTimers();
  const job = createJob({
    ...terms,
    every: 10_000,
    retryMs: 100,
    name: nameOf(),
    run() {
      at.push(timers.now());
      throw new Error('lost');
    },
  });
  job.start({ timers });
  await timers.advance(10_000 + 100 + 200 + 400);
  assert.equal(at.length, 4);
  for (let wakes = 0; wakes < 50; wakes++) {
    job.wake();
    await timers.advance(2);
  }
  assert.equal(at.length, 5);
  await job.stop();
});

test('stopping aborts the run under way, waits for its end, and nothing runs after it', async () => {
  let count = 0;
  let isOver = false;
  const name = nameOf();
  const job = createJob({
    ...terms,
    name,
    run: (signal) =>
      new Promise<void>((_resolve, reject) => {
        count++;
        signal.addEventListener('abort', () => setTimeout(() => ((isOver = true), reject(new Error('stopped'))), 20));
      }),
  });
  const timers = start(job);
  await timers.advance(100);
  job.wake();
  await job.stop();
  assert.ok(isOver);
  job.wake();
  await timers.advance(10_000);
  assert.equal(count, 1);
  assert.equal(timers.planned(), 0);
  assert.equal(await metricOf('candor_job_failures_total', name), undefined, 'a stop counts as a failure');
  await job.stop();
});

test('jobs that several processes share are spread, others are not', async () => {
  const atOf = async (isShared: boolean, random: number): Promise<number[]> => {
    const at: number[] = [];
    const timers = manualTimers();
    const job = createJob({ ...terms, isShared, name: nameOf(), run: () => void at.push(timers.now()) });
    job.start({ timers, random: () => random });
    await timers.advance(200);
    await job.stop();
    return at;
  };
  assert.deepEqual(await atOf(true, 0), [90, 180]);
  assert.deepEqual(await atOf(true, 0.75), [105]);
  assert.deepEqual(await atOf(false, 0), [100, 200]);
});

test('a process starts the jobs of its roles', async () => {
  const ran: string[] = [];
  const jobs = (['web', 'engine'] as const).map((role) =>
    createJob({ name: nameOf(), role, every: 10, runsAtStart: true, run: () => void ran.push(role) }),
  );
  const timers = manualTimers();
  startJobs(jobs, { timers }, ['engine']);
  await timers.advance(15);
  await stopJobs(jobs);
  await timers.advance(100);
  assert.deepEqual(ran, ['engine', 'engine']);
});

/** Rows of numbers that are due, a take of two at a time. */
function dueRows(waiting: number[], carryOut: DueRows<number>['carryOut']): DueRows<number> {
  return {
    take: async () => waiting.slice(0, 2),
    carryOut: async (row, context) => {
      const outcome = await carryOut(row, context);
      if (outcome === 'done') waiting.splice(waiting.indexOf(row), 1);
      return outcome;
    },
  };
}

test('all rows that are due are carried out, in their order', async () => {
  const carriedOut: number[] = [];
  const due = dueRows([1, 2, 3, 4, 5], async (row) => (carriedOut.push(row), 'done'));
  const job = createJob({ ...terms, name: nameOf(), due });
  await start(job).advance(100);
  await job.stop();
  assert.deepEqual(carriedOut, [1, 2, 3, 4, 5]);
});

test('rows that stay due end the run, and the next one may be brought forward', async () => {
  const tried: number[] = [];
  const due = dueRows([1, 2, 3], async (row) => (tried.push(row), row === 1 ? 'done' : 'later'));
  const job = createJob({ ...terms, name: nameOf(), due: { ...due, restMs: async () => 40 } });
  const timers = start(job);
  await timers.advance(100);
  assert.deepEqual(tried, [1, 2, 2, 3]);
  await timers.advance(40);
  assert.deepEqual(tried.slice(4), [2, 3]);
  await job.stop();
});

test('a row that fails holds up those behind it only where their order counts', async () => {
  const carryOut = (done: number[]) => async (row: number) => {
    if (row === 1) throw new Error('poisoned');
    done.push(row);
    return 'done' as const;
  };
  const [ordered, free]: number[][] = [[], []];
  const inOrder = createJob({ ...terms, name: nameOf(), due: dueRows([1, 2, 3, 4], carryOut(ordered!)) });
  await start(inOrder).advance(100);
  assert.deepEqual(ordered, [2]);
  const waiting = [1, 2, 3, 4];
  const name = nameOf();
  const putOff = async (row: number): Promise<void> => void waiting.splice(waiting.indexOf(row), 1);
  const putting = createJob({ ...terms, name, due: { ...dueRows(waiting, carryOut(free!)), putOff } });
  await start(putting).advance(100);
  assert.deepEqual(free, [2, 3, 4]);
  assert.equal(await metricOf('candor_job_failures_total', name), 1);
  await stopJobs([inOrder, putting]);
});

test('a job starts once', async () => {
  const job = createJob({ ...terms, name: nameOf(), run: () => {} });
  start(job);
  assert.throws(() => job.start(), /started already/);
  await job.stop();
});

test('what takes longer than the job’s patience goes on beside its next runs, and the job does not stop without it', async () => {
  const ends: (() => void)[] = [];
  let [taken, isStopped] = [0, false];
  const rows = ['slow', 'quick'];
  const job = createJob<string>({
    ...terms,
    name: nameOf(),
    runsAtStart: true,
    patienceMs: 50,
    due: {
      take: () => Promise.resolve(rows.splice(0).map((row) => (taken++, row))),
      carryOut: (row) =>
        row === 'slow' ? new Promise((resolve) => ends.push(() => resolve('done'))) : Promise.resolve('done'),
    },
  });
  const timers = start(job);
  await timers.advance(50);
  rows.push('quick');
  await timers.advance(100);
  assert.equal(taken, 3, 'the slow one held up the next run');
  const stopping = job.stop().then(() => (isStopped = true));
  await timers.advance(0);
  assert.equal(isStopped, false);
  ends[0]!();
  await stopping;
});
