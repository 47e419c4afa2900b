// Whose turn it is to be written to. A round through all slots takes 100 ms, or longer when writing needs too much of the time:
// newer states then replace those that wait, so fewer messages leave, and whatever else the process does goes on.

export interface FlushPace {
  start(now: number): void;
  /** The slots that are due, at most each of them once: after a pause of the process nobody's turns are made up for. */
  due(now: number): number[];
  /** They were served, from then on and until now. */
  done(from: number, now: number): void;
  /** How long a round takes just now. */
  readonly roundMs: number;
}

const [roundMinMs, roundMaxMs] = [100, 1_000];
/** Of the time; above the first a round becomes longer, below the second shorter again. */
const [shareMax, shareLow] = [0.4, 0.2];

export function createFlushPace(slotCount: number): FlushPace {
  let roundMs = roundMinMs;
  let turn = 0;
  let nextAt = 0;
  let busyMs = 0;
  let roundStartedAt = 0;

  /** What a round took says how long the next may take. */
  function look(now: number): void {
    const share = busyMs / Math.max(1, now - roundStartedAt);
    if (share > shareMax) roundMs = Math.min(roundMaxMs, roundMs * 1.5);
    else if (share < shareLow) roundMs = Math.max(roundMinMs, roundMs * 0.8);
    roundStartedAt = now;
    busyMs = 0;
  }

  return {
    start(now) {
      nextAt = roundStartedAt = now;
      busyMs = 0;
    },
    due(now) {
      const slots: number[] = [];
      for (; nextAt <= now && slots.length < slotCount; nextAt += roundMs / slotCount) {
        slots.push(turn);
        turn = (turn + 1) % slotCount;
      }
      // The next turn is at once if time was lost, and those that were missed do not come back.
      nextAt = Math.max(nextAt, now);
      return slots;
    },
    done(from, now) {
      busyMs += now - from;
      if (now - roundStartedAt >= roundMs) look(now);
    },
    get roundMs() {
      return roundMs;
    },
  };
}
