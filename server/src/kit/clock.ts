// The one place that reads the time. Instants are milliseconds UTC.

export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that tests set by hand. */
export function manualClock(startMs: number): Clock & { set(ms: number): void; advance(ms: number): void } {
  let now = startMs;
  return {
    now: () => now,
    set: (ms) => void (now = ms),
    advance: (ms) => void (now += ms),
  };
}
