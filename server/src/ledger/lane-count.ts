// How many lanes take commands. One makes the largest batches, which cost least. More are worth their smaller ones only while this
// process waits for the database; one that is busy itself, as under many requests, would lack what they cost.
import { performance } from 'node:perf_hooks';

export interface LaneCount {
  readonly value: number;
  /** To be called with the number of commands under way after each batch. */
  weigh(underWay: number): void;
}

/** So few commands never need a second lane. */
const oneLaneMax = 96;
/** Long enough that a wait for the disk now and then does not look like a process without work. What is much longer was a pause. */
const windowMs = 1_000;
const windowMaxMs = 2_000;
/** From here on commands wait for this process more than for the database. */
const busyFrom = 0.75;
/** Below, they wait for the database. In between the number of lanes stays. */
const idleBelow = 0.65;

/** Milliseconds in which the process had something to do, and in which it had not; from any point in time on. */
export interface Activity {
  active: number;
  idle: number;
}

export function createLaneCount(
  max: number,
  readActivity: () => Activity = () => performance.eventLoopUtilization(),
): LaneCount {
  let value = 1;
  let from: Activity | undefined;
  return {
    get value() {
      return value;
    },
    weigh(underWay) {
      const now = readActivity();
      const since = from ?? now;
      const active = now.active - since.active;
      const passed = active + now.idle - since.idle;
      if (underWay < oneLaneMax || passed > windowMaxMs) {
        value = 1;
        from = undefined;
      } else if (from === undefined) {
        from = now;
      } else if (passed >= windowMs) {
        if (active >= passed * busyFrom) value = 1;
        else if (active < passed * idleBelow) value = max;
        from = now;
      }
    },
  };
}
