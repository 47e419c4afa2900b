// Timers that go on when a test says so.
import type { Timers } from './clock.ts';

export interface ManualTimers extends Timers {
  /** Runs all that becomes due meanwhile, each at its time, and what follows from it. */
  advance(ms: number): Promise<void>;
  /** How many are planned. */
  planned(): number;
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

export function manualTimers(): ManualTimers {
  let now = 0;
  const planned = new Set<{ at: number; work: () => void }>();

  function takeFirst(upTo: number): (() => void) | undefined {
    const first = [...planned].filter(({ at }) => at <= upTo).toSorted((left, right) => left.at - right.at)[0];
    if (!first) return undefined;
    planned.delete(first);
    now = first.at;
    return first.work;
  }

  return {
    now: () => now,
    after(ms, work) {
      const timer = { at: now + ms, work };
      planned.add(timer);
      return () => void planned.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let work = takeFirst(end); work; work = takeFirst(end)) {
        work();
        await settle();
      }
      now = end;
    },
    planned: () => planned.size,
  };
}
