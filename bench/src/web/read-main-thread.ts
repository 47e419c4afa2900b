// What a page's main thread did, out of Chromium's trace: the processor time of its tasks and frames, which other programs on
// the machine stretch far less than the clock's, and how long it had to wait for the processor.
import { quantile } from './quantiles.ts';

/** Times in µs; `tdur` is the processor time of the thread. */
export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  tdur?: number;
}

export interface MainThread {
  /** Processor time of the longest task. */
  longestWorkMs: number;
  /** Processor time of all tasks from one frame's beginning to the next one's. */
  p95WorkMs: number;
  /** Share of its tasks' time in which the main thread could have worked and did not get a processor. */
  waitedShare: number;
}

interface Task {
  startUs: number;
  clockUs: number;
  workUs: number;
}

const frameEvent = 'FireAnimationFrame';

export function readMainThread(events: readonly TraceEvent[]): MainThread {
  const own = eventsOfBusiest(events);
  const tasks = own
    .filter(({ name, ph }) => name === 'RunTask' && ph === 'X')
    .map(({ ts, dur = 0, tdur = 0 }): Task => ({ startUs: ts, clockUs: dur, workUs: tdur }))
    .toSorted((left, right) => left.startUs - right.startUs);
  const callbacks = own.filter(({ name }) => name === frameEvent).map(({ ts }) => ts);
  const work = workOfFrames(tasks, callbacks);
  const [clock, worked] = [sum(tasks, 'clockUs'), sum(tasks, 'workUs')];
  if (work.length === 0 || worked === 0) throw new Error('The trace holds no frames of the page.');
  return {
    longestWorkMs: Math.max(...tasks.map(({ workUs }) => workUs)) / 1000,
    p95WorkMs:
      quantile(
        work.toSorted((left, right) => left - right),
        0.95,
      ) / 1000,
    waitedShare: Math.max(0, 1 - worked / clock),
  };
}

/** The trace covers the whole browser: the page that is measured is the one that draws all the time. */
function eventsOfBusiest(events: readonly TraceEvent[]): TraceEvent[] {
  const threads = Map.groupBy(
    events.filter(({ name }) => name === frameEvent),
    ({ pid, tid }) => `${pid} ${tid}`,
  );
  const [busiest] = [...threads].toSorted(([, left], [, right]) => right.length - left.length);
  return events.filter(({ pid, tid }) => `${pid} ${tid}` === busiest?.[0]);
}

/** A frame begins with the task that calls what was asked for with requestAnimationFrame. */
function workOfFrames(tasks: readonly Task[], callbacks: readonly number[]): number[] {
  const work: number[] = [];
  for (const { startUs, clockUs, workUs } of tasks) {
    if (callbacks.some((at) => at >= startUs && at < startUs + clockUs)) work.push(0);
    if (work.length > 0) work[work.length - 1]! += workUs;
  }
  // The last one has no end.
  return work.slice(0, -1);
}

const sum = (tasks: readonly Task[], name: 'clockUs' | 'workUs'): number =>
  tasks.reduce((total, task) => total + task[name], 0);
