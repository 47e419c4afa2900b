// The clock of a process. It counts elapsed time and does not follow when the machine's clock is set, until most of the outside clocks
// ("witnesses") confirm the machine's time, or until the machine was asleep.
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
  /** Time since the machine was started, including the time it was asleep, ms. */
  uptime: Clock;
}

/** Smaller changes of the machine's clock are followed: time servers make them. Also how far ahead a witness may be (no message arrives early). */
const toleranceMs = 1_000;
/** How old a message from a witness may be when it arrives. */
const latencyMaxMs = 5_000;
/** How long the time that a witness reported is used. */
const witnessedMs = 10_000;
/** The machine's time must be nearer to a witness than our time by more than this. */
const clearlyMs = 500;

interface Testimony {
  /** How far the witness's time was ahead of ours on arrival, in the least delayed message of the last seconds; negative if behind. */
  aheadMs: number;
  at: number;
}

const standard: Parts = { machine: systemClock, steady: steadyClock, uptime: { now: () => uptime() * 1_000 } };

export const guardClock = (parts: Partial<Parts> = {}): GuardedClock => new Guard({ ...standard, ...parts });

class Guard implements GuardedClock {
  readonly #machine: Clock;
  readonly #steady: Clock;
  readonly #uptime: Clock;
  readonly #testimonies = new Map<string, Testimony>();
  /** Our time minus the steady clock's time. */
  #offsetMs: number;
  /** Uptime minus the steady clock's time when our time was last set; a later increase is time that the machine was asleep. */
  #asleepMs: number;
  #newestMs: number;
  #isParted = false;

  constructor({ machine, steady, uptime: sinceStart }: Parts) {
    [this.#machine, this.#steady, this.#uptime] = [machine, steady, sinceStart];
    this.#newestMs = machine.now();
    this.#offsetMs = this.#newestMs - steady.now();
    this.#asleepMs = sinceStart.now() - steady.now();
  }

  now(): number {
    const aheadMs = this.#machine.now() - (this.#steady.now() + this.#offsetMs);
    if (Math.abs(aheadMs) <= toleranceMs) {
      if (this.#isParted) this.#noteParting(undefined);
      this.#offsetMs += aheadMs;
    } else if (this.#wasAsleep(aheadMs) || this.#isMachineBelieved(aheadMs)) this.#followMachine(aheadMs);
    else this.#noteParting(aheadMs);
    return (this.#newestMs = Math.max(this.#newestMs, Math.floor(this.#steady.now() + this.#offsetMs)));
  }

  witness(name: string, atMs: number): void {
    const [at, before] = [this.#steady.now(), this.#testimonies.get(name)];
    const aheadMs = atMs - this.now();
    // Of the messages of some seconds, the least delayed one is used.
    if (!before || at - before.at > witnessedMs / 2 || aheadMs > before.aheadMs)
      this.#testimonies.set(name, { aheadMs, at });
    this.#noteSources();
  }

  /** Sets our time to the machine's time. Our time may go back; times stamped before are then in the future, and readers detect this. */
  #followMachine(aheadMs: number): void {
    log.warn('time follows the clock of the machine', { aheadMs: Math.round(aheadMs) });
    this.#noteParting(undefined);
    this.#offsetMs += aheadMs;
    this.#asleepMs = this.#uptime.now() - this.#steady.now();
    this.#testimonies.clear();
    this.#newestMs = -Infinity;
  }

  #noteParting(aheadMs: number | undefined): void {
    noteClockFault('machine', aheadMs, { now: () => this.#newestMs });
    const isNews = !this.#isParted && aheadMs !== undefined;
    this.#isParted = aheadMs !== undefined;
    if (isNews)
      log.error('the clock of this machine was set, time goes on as it passes', { aheadMs: Math.round(aheadMs) });
  }

  /** Returns whether the difference is explained by sleep: the steady clock stops while the machine sleeps. */
  #wasAsleep(aheadMs: number): boolean {
    const sleptMs = this.#uptime.now() - this.#steady.now() - this.#asleepMs;
    return sleptMs > toleranceMs && Math.abs(aheadMs - sleptMs) <= toleranceMs;
  }

  #heard(): Testimony[] {
    return [...this.#testimonies.values()].filter(({ at }) => this.#steady.now() - at <= witnessedMs);
  }

  #isMachineBelieved(machineAheadMs: number): boolean {
    const said = this.#heard();
    const forMachine = said.filter(({ aheadMs }) => {
      const ofMachineMs = aheadMs - machineAheadMs;
      return isPlausible(ofMachineMs) && Math.abs(ofMachineMs) + clearlyMs < Math.abs(aheadMs);
    });
    return forMachine.length * 2 > said.length;
  }

  /** Notes a clock fault if most witnesses differ so much that the times of this process are known to be wrong. */
  #noteSources(): void {
    const said = this.#heard();
    const off = said.map(({ aheadMs }) => aheadMs).filter((aheadMs) => !isPlausible(aheadMs));
    const isOff = off.length > 0 && off.length * 2 > said.length;
    const middle = off.toSorted((one, other) => one - other)[Math.floor(off.length / 2)];
    noteClockFault('sources', isOff ? middle : undefined, this);
  }
}

/** Returns whether a clock that is right can show this difference: messages arrive late, but never early. */
const isPlausible = (aheadMs: number): boolean => aheadMs <= toleranceMs && aheadMs >= -latencyMaxMs;
