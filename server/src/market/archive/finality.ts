// Up to which moment no tick can appear any more. Asking for a moment fixes it: every later flush takes a later time.
import type { Clock } from '../../kit/clock.ts';

export interface Finality {
  finalUpTo: (atMs: number) => Promise<void>;
  isFinalUpTo: (atMs: number) => boolean;
}

export interface FinalityKeeper extends Finality {
  /** Whether this process writes the ticks, and so may promise anything. */
  isActive: () => boolean;
  /** It writes them from now on, and none up to what an earlier writer may have promised. */
  resume(earlierMs: number): void;
  suspend(): void;
  /** The latest instant that was promised, or given to ticks. */
  promisedMs: () => number;
  /** A flush takes its time: the earliest one that breaks no promise. */
  begin(earliestMs: number): number;
  /** The flush is stored and published. */
  end(): void;
  recheck(): void;
  close(): void;
}

interface Waiter {
  atMs: number;
  resolve(): void;
  reject: (error: Error) => void;
}

/** `reachMs`: nothing later may be promised, as another writer would not know of it; -Infinity while nothing may be. */
export function createFinality(clock: Clock, reachMs: () => number): FinalityKeeper {
  let isActive = false;
  let promisedMs = 0;
  /** Time of the flush that is being stored. */
  let flushingMs: number | undefined;
  let waiters: Waiter[] = [];
  let isClosed = false;

  function isFinalUpTo(atMs: number): boolean {
    if (!isActive || atMs > reachMs()) return false;
    // Flushes follow one another in time: all before the one under way are published.
    if (flushingMs !== undefined) return flushingMs > atMs;
    if (atMs <= promisedMs) return true;
    if (atMs > clock.now()) return false;
    promisedMs = atMs;
    return true;
  }

  function recheck(): void {
    if (waiters.length === 0) return;
    const still: Waiter[] = [];
    for (const waiter of waiters) {
      if (isFinalUpTo(waiter.atMs)) waiter.resolve();
      else still.push(waiter);
    }
    waiters = still;
  }

  return {
    isFinalUpTo,
    finalUpTo(atMs) {
      if (isFinalUpTo(atMs)) return Promise.resolve();
      if (isClosed) return Promise.reject(new Error('the market has stopped'));
      return new Promise((resolve, reject) => waiters.push({ atMs, resolve, reject }));
    },
    isActive: () => isActive && reachMs() > -Infinity,
    resume(earlierMs) {
      isActive = true;
      flushingMs = undefined;
      promisedMs = Math.max(promisedMs, earlierMs);
      recheck();
    },
    suspend: () => void (isActive = false),
    promisedMs: () => Math.max(promisedMs, flushingMs ?? 0),
    begin: (earliestMs) => (flushingMs = Math.max(earliestMs, promisedMs + 1)),
    end() {
      promisedMs = Math.max(promisedMs, flushingMs ?? 0);
      flushingMs = undefined;
      recheck();
    },
    recheck,
    close() {
      isActive = false;
      isClosed = true;
      for (const { reject } of waiters.splice(0)) reject(new Error('the market has stopped'));
    },
  };
}
