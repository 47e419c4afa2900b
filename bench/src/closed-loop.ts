// Load as a number of callers make it who each wait for their answer before they ask again.
import { setTimeout as pause } from 'node:timers/promises';

/** What came of one order; all three are durable when they are told. */
export type PlaceOutcome = 'accepted' | 'refused' | 'replayed';
export type OutcomeCounts = Record<PlaceOutcome, number>;

export interface LoadResult {
  /** Orders accepted within the measured time, a second. */
  ordersPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of everything that was sent, warm-up included: what the database must hold. */
  total: OutcomeCounts;
}

export interface LoadPlan {
  inFlight: number;
  warmUpMs: number;
  measureMs: number;
}

export const noOutcomes = (): OutcomeCounts => ({ accepted: 0, refused: 0, replayed: 0 });

/** Sends the order of one of the callers and tells once what came of it: by a call, as a promise would cost a share of the load. */
export type Place = (caller: number, answered: (outcome: PlaceOutcome) => void, failed: (error: Error) => void) => void;

/** The first failure ends the run. */
export async function runClosedLoop(
  plan: LoadPlan & { place: Place; onMeasure?: (isMeasured: boolean) => void },
): Promise<LoadResult> {
  const total = noOutcomes();
  const latencies: number[] = [];
  const { promise: ended, resolve: end, reject: failed } = Promise.withResolvers<void>();
  let accepted = 0;
  let underWay = plan.inFlight;
  let isMeasured = false;
  let isOver = false;
  function ask(caller: number): void {
    const startedAt = performance.now();
    const answered = (outcome: PlaceOutcome): void => {
      total[outcome]++;
      if (isMeasured) {
        latencies.push(performance.now() - startedAt);
        if (outcome === 'accepted') accepted++;
      }
      if (!isOver) ask(caller);
      else if (--underWay === 0) end();
    };
    plan.place(caller, answered, failed);
  }
  for (let caller = 0; caller < plan.inFlight; caller++) ask(caller);
  const elapse = (ms: number): Promise<unknown> => Promise.race([ended, pause(ms)]);
  await elapse(plan.warmUpMs);
  isMeasured = true;
  plan.onMeasure?.(true);
  const startedAt = performance.now();
  await elapse(plan.measureMs);
  isMeasured = false;
  const seconds = (performance.now() - startedAt) / 1000;
  plan.onMeasure?.(false);
  isOver = true;
  await ended;
  return { ordersPerSecond: accepted / seconds, ...percentiles(latencies), total };
}

export function percentiles(values: readonly number[]): { p50Ms: number; p99Ms: number } {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
