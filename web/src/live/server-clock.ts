// The server's clock as its messages tell it, counted on by this device's monotonic clock: whatever a person or the network does to
// the device's time of day meanwhile changes no countdown.

export interface ServerClock {
  /** Of a message, epoch ms. */
  note: (ts: number) => void;
  /** The present by the server's clock, for everything that it will decide; the device's time of day until a message came. */
  now: () => number;
}

/** The server's own clock was put back. */
const backMs = 5_000;

export function createServerClock(
  wall: () => number = Date.now,
  monotonic: () => number = () => Math.round(performance.now()),
): ServerClock {
  let ahead: number | undefined;
  return {
    note(ts) {
      if (ts <= 0) return;
      const seen = ts - monotonic();
      // Messages arrive late and never early: the largest is nearest.
      if (ahead === undefined || seen > ahead || seen < ahead - backMs) ahead = seen;
    },
    now: () => (ahead === undefined ? wall() : monotonic() + ahead),
  };
}
