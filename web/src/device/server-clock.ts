// The server's clock as its messages tell it, counted on by this device's monotonic clock: whatever a person or the network does to
// the device's time of day meanwhile changes no countdown.

export interface ServerClock {
  /** Of a message, epoch ms. */
  note: (ts: number) => void;
  /** Of an answer that may have been on its way for long: it tells at least how late it is. */
  noteLate: (ts: number) => void;
  /** The server says that this clock is wrong. */
  set: (ts: number) => void;
  /** The present by the server's clock, for everything that it will decide; the device's time of day until a message came. */
  now: () => number;
  /** The same, undefined until a message came. */
  known: () => number | undefined;
}

/** The server's own clock was put back. */
const backMs = 5_000;
/** No clock of a proxy that is looked after is this far off. */
const elsewhereMs = 5_000;

export function createServerClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => Math.round(performance.now()),
): ServerClock {
  let ahead: number | undefined;
  // A `Date` may be of a proxy before the server: beside the server's own word it counts only where that must be long past.
  let isTold = false;
  return {
    note(ts) {
      if (ts <= 0) return;
      const seen = ts - monotonic();
      isTold = true;
      // Messages arrive late and never early: the largest is nearest.
      if (ahead === undefined || seen > ahead || seen < ahead - backMs) ahead = seen;
    },
    noteLate(ts) {
      const seen = ts - monotonic();
      if (ts > 0 && (ahead === undefined || seen > ahead + (isTold ? elsewhereMs : 0))) ahead = seen;
    },
    set(ts) {
      isTold = true;
      ahead = ts - monotonic();
    },
    now: () => (ahead === undefined ? wall() : monotonic() + ahead),
    known: () => (ahead === undefined ? undefined : monotonic() + ahead),
  };
}

export const serverClock = createServerClock();
/** The present by the server's clock, for everything that it will decide. */
export const serverNow = serverClock.now;
