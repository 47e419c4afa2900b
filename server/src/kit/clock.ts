// The one place that reads the time. Instants are milliseconds UTC.

export interface Clock {
  now(): number;
  /** Notes the time of another clock, which has just been received. Clocks that are never corrected do not have this method. */
  witness?(name: string, atMs: number): void;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Monotonic clock for ages and pauses: ms since an arbitrary moment, not affected when the machine's clock is set. */
export const steadyClock: Clock = { now: () => performance.now() };

/** Plans work for later. Its time is in milliseconds from anywhere, and never goes back. */
export interface Timers {
  now(): number;
  /** Returns the function that cancels it. */
  after(ms: number, work: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
};

/** A clock that tests set by hand. */
export function manualClock(startMs: number): Clock & { set(ms: number): void; advance(ms: number): void } {
  let now = startMs;
  return {
    now: () => now,
    set: (ms) => void (now = ms),
    advance: (ms) => void (now += ms),
  };
}
