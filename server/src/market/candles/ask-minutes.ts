// When the source is asked for minutes: soon after each is over, and again with growing pauses for as long as one is missing. Pure rule.
import { minuteSeconds } from './minute-ranges.ts';

/** Its own candle of a minute may take trades a moment longer. */
const settleMs = 10_000;
const pauseFirstMs = 15_000;
const pauseMaxMs = 3600_000;
/** Minutes that were over before are read once more with each answer: what it said of them may have changed. */
const readAgainMinutes = 5;

interface Asked {
  tries: number;
  dueMs: number;
}

/** Start of a minute in seconds → how often it was asked for in vain. */
export type AskedMinutes = ReadonlyMap<number, Asked>;

/** The oldest minute to ask for now, seconds; undefined while none is due. */
export function oldestDue(wanted: readonly number[], asked: AskedMinutes, now: number): number | undefined {
  const due = wanted.filter((start) => (asked.get(start)?.dueMs ?? (start + minuteSeconds) * 1000 + settleMs) <= now);
  return due.length === 0 ? undefined : Math.min(...due) - readAgainMinutes * minuteSeconds;
}

/** After an answer: those still wanted that were within it wait longer each time. */
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
