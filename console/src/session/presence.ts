// A session stays open for a person who is at the page, never for what the page asks by itself; and what is shown ends with it.
import { operatorTiming } from '@candor/wire';

interface Presence {
  /** Somebody pressed, typed or turned the wheel. */
  note(): void;
  /** The server has just answered somebody who is signed in. */
  hear(): void;
  /** For as long as a session may be unused the server has not said that this one is open: it is over, or nobody can tell. */
  isUnheard(): boolean;
}

/** The first of each minute is told at once, so that no session lasts longer than the last use of it allows. */
const tellEveryMs = 60_000;
const againMs = 5_000;

/** `tell`: true once the server knows. `now` goes on while the device sleeps. */
export function createPresence({ now, tell }: { now: () => number; tell: () => Promise<boolean> }): Presence {
  let [toldAt, pauseMs, heardAt] = [-Infinity, 0, now()];
  // A clock that was put back is no reason to wait for longer.
  const isPast = (at: number, ms: number): boolean => Math.abs(now() - at) >= ms;
  return {
    note() {
      if (!isPast(toldAt, pauseMs)) return;
      [toldAt, pauseMs] = [now(), tellEveryMs];
      void tell().then((isKnown) => {
        if (!isKnown) pauseMs = againMs;
      });
    },
    hear: () => void (heardAt = now()),
    isUnheard: () => isPast(heardAt, operatorTiming.idleMs),
  };
}
