// When to request minutes from the source: soon after each is over, and again with growing pauses while it is missing. Pure rule.
import { minuteSeconds } from './minute-ranges.ts';

/** For this long after the end of a minute the source may still add trades to its candle. */
const settleMs = 10_000;
const pauseFirstMs = 15_000;
const pauseMaxMs = 3600_000;
/** Each request also includes this many earlier minutes, because the source may have changed them. */
const readAgainMinutes = 5;

interface Asked {
  tries: number;
  dueMs: number;
}

/** Key: start of a minute, seconds. Value: how often it was requested without success, and when to request it again. */
export type AskedMinutes = ReadonlyMap<number, Asked>;

/** Returns the oldest minute to request now, seconds; undefined if no request is scheduled yet. */
export function oldestDue(wanted: readonly number[], asked: AskedMinutes, now: number): number | undefined {
  const due = wanted.filter((start) => (asked.get(start)?.dueMs ?? (start + minuteSeconds) * 1000 + settleMs) <= now);
  return due.length === 0 ? undefined : Math.min(...due) - readAgainMinutes * minuteSeconds;
}

/** Called after an answer: minutes that were requested and are still missing wait longer each time. */
export function noteAsked(
  wanted: readonly number[],
  asked: AskedMinutes,
  { from, now }: { from: number; now: number },
): AskedMinutes {
  return new Map(
    wanted.flatMap((start): [number, Asked][] => {
      const before = asked.get(start);
      if (start < from || (start + minuteSeconds) * 1000 > now) return before ? [[start, before]] : [];
      const tries = (before?.tries ?? 0) + 1;
      return [[start, { tries, dueMs: now + Math.min(pauseFirstMs * 2 ** (tries - 1), pauseMaxMs) }]];
    }),
  );
}
