// The candles of one coin and period in memory: oldest first, the running one last.
import { add, candlePeriods } from '@candor/wire';
import type { CandlePeriod } from '@candor/wire';
import type { Candle } from '../sources/source.ts';
import { aggregate, periodEnd } from './candle-periods.ts';
import { minuteSeconds } from './minute-ranges.ts';
import type { Volume } from './minute-rules.ts';

export const candlesKept = 300;

export const findCandle = (candles: readonly Candle[], start: number): Candle | undefined =>
  candles.findLast((candle) => candle.start === start);

/** Inserts a candle in order and drops the oldest if there are too many; returns false if the candle is too old to be kept. */
export function insertCandle(candles: Candle[], candle: Candle): boolean {
  let place = candles.length;
  while (place > 0 && candles[place - 1]!.start > candle.start) place--;
  if (place === 0 && candles.length >= candlesKept) return false;
  candles.splice(place, 0, candle);
  if (candles.length > candlesKept) candles.shift();
  return true;
}

/** Returns the period of which a longer candle is made: days for weeks and months, otherwise the next shorter one (months for a year). */
export const partPeriodOf = (period: CandlePeriod): CandlePeriod =>
  period === '1week' || period === '1mon' ? '1day' : candlePeriods[Math.max(0, candlePeriods.indexOf(period) - 1)]!;

interface Longer {
  period: CandlePeriod;
  candle: Candle;
  /** Candles of the period of which the longer candle is made. */
  parts: readonly Candle[];
}

/** Rebuilds a candle from its parts; returns false if some may no longer be kept. `isMissing` returns true if nothing is known of a span. */
export function rebuildCandle(
  { period, candle, parts }: Longer,
  isMissing: (from: number, to: number) => boolean,
): boolean {
  const partPeriod = partPeriodOf(period);
  const endSeconds = periodEnd(period, candle.start * 1000);
  const within: Candle[] = [];
  let next = candle.start;
  const isKept = (from: number, to: number): boolean => from >= to || isMissing(from, to);
  for (let place = firstPlaceFrom(parts, candle.start); place < parts.length; place++) {
    const part = parts[place]!;
    if (part.start >= endSeconds) break;
    if (!isKept(next, part.start)) return false;
    within.push(part);
    next = periodEnd(partPeriod, part.start * 1000);
  }
  const newest = parts.at(-1);
  if (within.length === 0 || (newest !== within.at(-1) && !isKept(next, endSeconds))) return false;
  Object.assign(candle, aggregate(within, period)[0]!);
  return true;
}

const firstPlaceFrom = (candles: readonly Candle[], start: number): number =>
  candles.findLastIndex((candle) => candle.start < start) + 1;

/** Applies the change of one part to a longer candle whose parts are not all known: its range of prices never gets narrower. */
export function changeCandle(candle: Candle, before: Candle | undefined, after: Candle): void {
  if (after.high > candle.high) candle.high = after.high;
  if (after.low < candle.low) candle.low = after.low;
  const more: Volume = {
    amount: add(candle.amount, after.amount),
    volume: add(candle.volume, after.volume),
    count: candle.count + after.count,
  };
  candle.amount = atLeastZero(more.amount - (before?.amount ?? 0n));
  candle.volume = atLeastZero(more.volume - (before?.volume ?? 0n));
  candle.count = Math.max(0, more.count - (before?.count ?? 0));
}

interface Neighbours {
  /** Kept minutes next to the one that changed. */
  previous: Candle | undefined;
  next: Candle | undefined;
}

/**
 * Updates open and close of a longer candle after one of its minutes changed. They may come from a minute that is no longer kept or that only
 * history contains, so a minute in the middle replaces them only if they came from itself or from its neighbour.
 */
export function changeEnds(
  { period, candle }: Omit<Longer, 'parts'>,
  { before, after, previous, next }: Neighbours & { before: Candle | undefined; after: Candle },
): void {
  const endSeconds = periodEnd(period, candle.start * 1000);
  const earlier = previous && previous.start >= candle.start ? previous : undefined;
  const later = next && next.start < endSeconds ? next : undefined;
  const [opener, closer] = [before ?? later, before ?? earlier];
  if (candle.start === after.start || (previous && !earlier && candle.open === opener?.open)) candle.open = after.open;
  const isLast = after.start + minuteSeconds === endSeconds || !next;
  if (isLast || (!later && candle.close === closer?.close)) candle.close = after.close;
}

const atLeastZero = (value: bigint): Candle['amount'] => (value < 0n ? 0n : value) as Candle['amount'];

/** Completes a candle that began before we received data: takes the source's open, high, low and volume. */
export function completeCandle(known: Candle, past: Candle): Candle {
  known.open = past.open;
  if (past.high > known.high) known.high = past.high;
  if (past.low < known.low) known.low = past.low;
  if (past.volume > known.volume) {
    known.amount = past.amount;
    known.volume = past.volume;
    known.count = past.count;
  }
  return known;
}

export function isSameCandle(one: Candle, other: Candle): boolean {
  return (['open', 'high', 'low', 'close', 'amount', 'volume', 'count'] as const).every(
    (field) => one[field] === other[field],
  );
}
