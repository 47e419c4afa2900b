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

export const guardClock = (parts: Partial<Parts> = {}): GuardedClock => new Guard({ ...standard, ...parts });

class Guard implements GuardedClock {
  readonly #machine: Clock;
  readonly #steady: Clock;
  readonly #uptime: Clock;
  readonly #testimonies = new Map<string, Testimony>();
  /** From the steady clock's time to ours. */
  #offsetMs: number;
  /** By the uptime, that the machine was asleep before the steady clock was last set by it. */
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
    // Of the messages of some seconds the one that was least late counts.
    if (!before || at - before.at > witnessedMs / 2 || aheadMs > before.aheadMs)
      this.#testimonies.set(name, { aheadMs, at });
    this.#noteSources();
  }

  /** Time may go back by it: what was stamped in the meantime lies in the future then, and is known to. */
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

  /** A machine that sleeps lets no time pass by the steady clock. */
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

  /** Most of those who were heard are off by so much that times of this process are known to be wrong. */
  #noteSources(): void {
    const said = this.#heard();
    const off = said.map(({ aheadMs }) => aheadMs).filter((aheadMs) => !isPlausible(aheadMs));
    const isOff = off.length > 0 && off.length * 2 > said.length;
    const middle = off.toSorted((one, other) => one - other)[Math.floor(off.length / 2)];
    noteClockFault('sources', isOff ? middle : undefined, this);
  }
}

/** As a clock that is right looks from here. */
const isPlausible = (aheadMs: number): boolean => aheadMs <= toleranceMs && aheadMs >= -latencyMaxMs;
