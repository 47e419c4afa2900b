// Which gaps between two ticks of a coin are ours. A live market has a tick each second; longer without one is excused only for
// as long as we looked and its sources gave no price. While nobody looked - the process was busy, waited for the database or was
// not running at all - nothing is excused.
import type { CoinCode } from '@candor/wire';

/** Two ticks that are further apart leave a gap. */
export const gapMinMs = 1_500;
/** Looks that are further apart say nothing of the time between them. */
const lookMaxMs = 1_000;

export interface TickGap {
  coin: CoinCode;
  /** Of the first tick after it. */
  sequence: number;
  fromMs: number;
  toMs: number;
  /** How much of it had no price at the sources. */
  excusedMs: number;
}

/** What was seen of a coin since its last tick. */
export interface Watch {
  lookedAt: number;
  excusedMs: number;
}

export interface GapWatch {
  /** We looked, and the sources gave a price or none. */
  look(coin: CoinCode, now: number, hasPrice: boolean): void;
  /** What lies between two ticks that follow one another, if it is a gap of ours; `sequence` is that of the second one. */
  between(coin: CoinCode, sequence: number, span: { fromMs: number; toMs: number }): TickGap | undefined;
  /** A tick was published: what was seen before counts no more. */
  published(coin: CoinCode): void;
}

export function createGapWatch(): GapWatch {
  const watches = new Map<CoinCode, Watch>();
  return {
    look: (coin, now, hasPrice) => void watches.set(coin, afterLook(watches.get(coin), now, hasPrice)),
    between: (coin, sequence, { fromMs, toMs }) =>
      ownGap({ coin, sequence, fromMs, toMs, excusedMs: watches.get(coin)?.excusedMs ?? 0 }),
    published(coin) {
      const watch = watches.get(coin);
      if (watch) watches.set(coin, { ...watch, excusedMs: 0 });
    },
  };
}

export function afterLook(before: Watch | undefined, now: number, hasPrice: boolean): Watch {
  const elapsed = before === undefined ? Infinity : now - before.lookedAt;
  const isExcused = !hasPrice && elapsed >= 0 && elapsed <= lookMaxMs;
  return { lookedAt: now, excusedMs: (before?.excusedMs ?? 0) + (isExcused ? elapsed : 0) };
}

/** The gap, unless it is short or excused; never more is excused than there was. */
export function ownGap(gap: TickGap): TickGap | undefined {
  const lengthMs = gap.toMs - gap.fromMs;
  const excusedMs = Math.min(gap.excusedMs, lengthMs);
  return lengthMs - excusedMs > gapMinMs ? { ...gap, excusedMs } : undefined;
}
