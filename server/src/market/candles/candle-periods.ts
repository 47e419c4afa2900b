// Where candles begin and end. Days, weeks, months and years are those of UTC+8, as on HTX, so a day starts at 16:00 UTC.
import { add } from '@candor/wire';
import type { CandlePeriod } from '@candor/wire';
import type { Candle } from '../sources/source.ts';

const zoneSeconds = 8 * 3600;
const daySeconds = 86_400;
const fixedSeconds: Partial<Record<CandlePeriod, number>> = {
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1800,
  '60min': 3600,
  '4hour': 4 * 3600,
  '1day': daySeconds,
};

/** Periods that consist of days, with the most days that one of them has. */
const calendarDays: Partial<Record<CandlePeriod, number>> = { '1week': 7, '1mon': 31, '1year': 366 };

export const calendarDaysOf = (period: CandlePeriod): number | undefined => calendarDays[period];

/** Start, in seconds, of the candle that an instant in milliseconds belongs to. */
export function periodStart(period: CandlePeriod, ms: number): number {
  const local = Math.floor(ms / 1000) + zoneSeconds;
  const length = fixedSeconds[period];
  if (length !== undefined) return local - modulo(local, length) - zoneSeconds;
  const day = Math.floor(local / daySeconds);
  // Day 0 was a Thursday; weeks start on Monday.
  if (period === '1week') return (day - modulo(day + 3, 7)) * daySeconds - zoneSeconds;
  const date = new Date(day * daySeconds * 1000);
  const month = period === '1year' ? 0 : date.getUTCMonth();
  return Date.UTC(date.getUTCFullYear(), month, 1) / 1000 - zoneSeconds;
}

/** Start, in seconds, of the candle after the one that an instant in milliseconds belongs to. */
export function periodEnd(period: CandlePeriod, ms: number): number {
  const start = periodStart(period, ms);
  const length = fixedSeconds[period] ?? (calendarDays[period] ?? 0) * daySeconds;
  return periodStart(period, (start + length) * 1000);
}

export const isAligned = (period: CandlePeriod, startSeconds: number): boolean =>
  periodStart(period, startSeconds * 1000) === startSeconds;

/** Joins shorter candles, oldest first, to longer ones. */
export function aggregate(candles: readonly Candle[], period: CandlePeriod): Candle[] {
  const joined: Candle[] = [];
  for (const candle of candles) {
    const start = periodStart(period, candle.start * 1000);
    const last = joined.at(-1);
    if (last?.start === start) joinInto(last, candle);
    else joined.push({ ...candle, start });
  }
  return joined;
}

function joinInto(into: Candle, next: Candle): void {
  if (next.high > into.high) into.high = next.high;
  if (next.low < into.low) into.low = next.low;
  into.close = next.close;
  into.amount = add(into.amount, next.amount);
  into.volume = add(into.volume, next.volume);
  into.count += next.count;
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by;
