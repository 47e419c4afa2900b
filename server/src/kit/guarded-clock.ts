// The clock of a process, whatever the clock of its machine is set to meanwhile: time goes on as it passes. It follows the machine again
// once most of the clocks that are heard from outside say that the machine is right, or when the machine was asleep.
import { uptime } from 'node:os';
import { noteClockFault } from './clock-faults.ts';
import { steadyClock, systemClock, type Clock } from './clock.ts';
import { log } from './log.ts';

export interface GuardedClock extends Clock {
  witness(name: string, atMs: number): void;
}

interface Parts {
  machine: Clock;
  steady: Clock;
  /** Since the machine was started, the time that it was asleep included, ms. */
  uptime: Clock;
}

/** The machine is followed up to here: time servers correct so much now and then. Also how far a witness may be ahead, which is never early. */
const toleranceMs = 1_000;
/** Messages from outside may be so old when they come. */
const latencyMaxMs = 5_000;
/** What a witness said counts for this long. */
const witnessedMs = 10_000;
/** By so much the machine's time must be nearer to a witness than ours. */
const clearlyMs = 500;

interface Testimony {
  /** How far ahead of ours its newest message was when it came: the least late one of the time that counts. */
  aheadMs: number;
  at: number;
}

const standard: Parts = { machine: systemClock, steady: steadyClock, uptime: { now: () => uptime() * 1_000 } };

export function guardClock(parts: Partial<Parts> = {}): GuardedClock {
  const { machine, steady, uptime: sinceStart } = { ...standard, ...parts };
  const testimonies = new Map<string, Testimony>();
  let offsetMs = machine.now() - steady.now();
  let asleepMs = sinceStart.now() - steady.now();
  let newestMs = machine.now();
  let isParted = false;

  function now(): number {
    const machineMs = machine.now();
    const aheadMs = machineMs - (steady.now() + offsetMs);
    if (Math.abs(aheadMs) <= toleranceMs) {
      if (isParted) noteParting(undefined);
      offsetMs += aheadMs;
    } else if (wasAsleep(aheadMs) || isMachineBelieved(aheadMs)) {
      log.warn('time follows the clock of the machine', { aheadMs: Math.round(aheadMs) });
      noteParting(undefined);
      offsetMs += aheadMs;
      asleepMs = sinceStart.now() - steady.now();
      testimonies.clear();
      newestMs = -Infinity;
    } else noteParting(aheadMs);
    return (newestMs = Math.max(newestMs, Math.floor(steady.now() + offsetMs)));
  }

  function noteParting(aheadMs: number | undefined): void {
    noteClockFault('machine', aheadMs, { now: () => newestMs });
    const isNews = isParted !== (aheadMs !== undefined);
    isParted = aheadMs !== undefined;
    if (isNews && isParted) log.error('the clock of this machine was set, time goes on as it passes', { aheadMs: Math.round(aheadMs!) }); // oxfmt-ignore
  }

  /** A machine that sleeps lets no time pass by the steady clock. */
  function wasAsleep(aheadMs: number): boolean {
    const sleptMs = sinceStart.now() - steady.now() - asleepMs;
    return sleptMs > toleranceMs && Math.abs(aheadMs - sleptMs) <= toleranceMs;
  }

  const heard = (): Testimony[] => [...testimonies.values()].filter(({ at }) => steady.now() - at <= witnessedMs);

  function isMachineBelieved(machineAheadMs: number): boolean {
    const said = heard();
    const forMachine = said.filter(({ aheadMs }) => {
      const ofMachineMs = aheadMs - machineAheadMs;
      return isPlausible(ofMachineMs) && Math.abs(ofMachineMs) + clearlyMs < Math.abs(aheadMs);
    });
    return forMachine.length * 2 > said.length;
  }

  /** Most of those who were heard are off by so much that times of this process are known to be wrong. */
  function noteSources(): void {
    const said = heard();
    const off = said.map(({ aheadMs }) => aheadMs).filter((aheadMs) => !isPlausible(aheadMs));
    const isOff = off.length > 0 && off.length * 2 > said.length;
    noteClockFault(
      'sources',
      isOff ? off.toSorted((one, other) => one - other)[Math.floor(off.length / 2)] : undefined,
      { now },
    );
  }

  return {
    now,
    witness(name, atMs) {
      const [at, before] = [steady.now(), testimonies.get(name)];
      const aheadMs = atMs - now();
      const isOld = !before || at - before.at > witnessedMs / 2;
      // A step of the witness's clock is news at once; else the message that was least late counts.
      if (isOld || aheadMs > before.aheadMs) testimonies.set(name, { aheadMs, at });
      noteSources();
    },
  };
}

/** As a clock that is right looks from here. */
const isPlausible = (aheadMs: number): boolean => aheadMs <= toleranceMs && aheadMs >= -latencyMaxMs;
