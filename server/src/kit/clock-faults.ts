// Which clocks part from that of this process, and since when: operators are told, and nothing that lasts is made of times meanwhile.
import { systemClock, type Clock } from './clock.ts';

/**
 * machine: what the machine's clock is set to, against the time that has passed. sources: the exchanges. database: its server. engine: the
 * ticks, as a web process receives them. archive: stored ticks that lie in the future.
 */
export type ClockName = 'machine' | 'sources' | 'database' | 'engine' | 'archive';

export interface ClockFault {
  clock: ClockName;
  /** How far it is ahead of this process; below zero when it is behind. */
  aheadMs: number;
  since: number;
}

const faults = new Map<ClockName, ClockFault>();

/** `aheadMs`: undefined when the clock agrees. */
export function noteClockFault(clock: ClockName, aheadMs: number | undefined, own: Clock = systemClock): void {
  if (aheadMs === undefined) return void faults.delete(clock);
  faults.set(clock, { clock, aheadMs: Math.round(aheadMs), since: faults.get(clock)?.since ?? own.now() });
}

export const clockFaults = (): ClockFault[] => [...faults.values()];
