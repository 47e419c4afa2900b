// The newest ticks of each coin in memory, so that placing and settling need no query. Bounded by time and by number.
import { coinCodes } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import type { Tick } from '../market.ts';

export const memorySpanMs = 10 * 60_000;
const ticksMax = 10_000;

export interface TickMemory {
  append(tick: Tick): void;
  /** Replaces what is known of a coin by a gapless run that ends with its newest tick. */
  reset(coin: CoinCode, ticks: readonly Tick[]): void;
  last: (coin: CoinCode) => Tick | undefined;
  /** The tick before which nothing is remembered. */
  first(coin: CoinCode): Tick | undefined;
  upTo: (coin: CoinCode, atMs: number) => Tick | undefined | 'unknown';
  firstFrom(coin: CoinCode, afterSequence: number, fromMs: number): Tick | undefined | 'unknown';
  /** Ticks with afterSequence < sequence <= lastSequence; undefined when memory does not reach back that far. */
  between(coin: CoinCode, afterSequence: number, lastSequence: number): readonly Tick[] | undefined;
}

export function createTickMemory(): TickMemory {
  const runs = new Map<CoinCode, Tick[]>(coinCodes.map((coin) => [coin, []]));

  return {
    append(tick) {
      const run = runs.get(tick.coin)!;
      const before = run.at(-1);
      if (before && before.sequence + 1 !== tick.sequence) throw new Error(`tick ${tick.sequence} leaves a gap`);
      run.push(tick);
      trim(run, tick.publishedAt);
    },
    reset: (coin, ticks) => void runs.set(coin, [...ticks]),
    last: (coin) => runs.get(coin)!.at(-1),
    first: (coin) => runs.get(coin)![0],

    upTo(coin, atMs) {
      const run = runs.get(coin)!;
      const place = firstAfter(run, atMs) - 1;
      if (place >= 0) return run[place];
      return reachesBackToStart(run) ? undefined : 'unknown';
    },

    firstFrom(coin, afterSequence, fromMs) {
      const run = runs.get(coin)!;
      const first = run[0];
      if (!first || first.sequence > afterSequence + 1) {
        // Ticks in the archive may lie between the two, unless all of them are too early.
        if (!reachesBackToStart(run) && !(first && first.publishedAt < fromMs)) return 'unknown';
      }
      const place = Math.max(firstAfter(run, fromMs - 1), first ? afterSequence + 1 - first.sequence : 0);
      return run[place];
    },

    between(coin, afterSequence, lastSequence) {
      const run = runs.get(coin)!;
      const first = run[0];
      if (!first) return undefined;
      if (first.sequence > afterSequence + 1) return undefined;
      return run.slice(afterSequence + 1 - first.sequence, Math.max(0, lastSequence + 1 - first.sequence));
    },
  };
}

/** Cuts off the old quarter now and then rather than one tick at a time. */
function trim(run: Tick[], now: number): void {
  const tooOld = run[0]!.publishedAt < now - memorySpanMs * 1.25;
  if (!tooOld && run.length <= ticksMax) return;
  const keepFrom = Math.max(firstAfter(run, now - memorySpanMs), run.length - Math.floor(ticksMax * 0.75));
  run.splice(0, Math.min(keepFrom, run.length - 1));
}

const reachesBackToStart = (run: readonly Tick[]): boolean => run.length === 0 || run[0]!.sequence === 1;

/** Place of the first tick published after atMs. */
function firstAfter(run: readonly Tick[], atMs: number): number {
  let [from, to] = [0, run.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (run[middle]!.publishedAt <= atMs) from = middle + 1;
    else to = middle;
  }
  return from;
}
