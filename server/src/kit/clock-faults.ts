// Clocks that disagree with this process's clock, and since when. Operators are notified; minutes of doubtful ticks are not sealed.
import { systemClock, type Clock } from './clock.ts';

/**
 * machine: the machine's clock, compared with the elapsed time. sources: the exchanges. database: the database server. engine: the ticks,
 * as a web process receives them. archive: stored ticks whose time is in the future.
 */
export type ClockName = 'machine' | 'sources' | 'database' | 'engine' | 'archive';

export interface ClockFault {
  clock: ClockName;
  /** How far the clock is ahead of this process, ms; negative if it is behind. */
  aheadMs: number;
  since: number;
}

const faults = new Map<ClockName, ClockFault>();

/** Stores how far a clock is ahead, ms; undefined clears the fault because the clock agrees again. */
export function noteClockFault(clock: ClockName, aheadMs: number | undefined, own: Clock = systemClock): void {
  if (aheadMs === undefined) return void faults.delete(clock);
  faults.set(clock, { clock, aheadMs: Math.round(aheadMs), since: faults.get(clock)?.since ?? own.now() });
}

export const clockFaults = (): ClockFault[] => [...faults.values()];
