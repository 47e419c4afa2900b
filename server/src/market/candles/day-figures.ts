// The rolling figures of the last 24 hours: the source's own while they are fresh, else from five-minute candles.
import { add, zero } from '@candor/wire';
import type { CoinCode, Wad } from '@candor/wire';
import { periodStart } from './candle-periods.ts';
import type { CandleSeries } from './candle-series.ts';
import type { Latest } from '../topics/latest.ts';
import type { Candle, DayDetail } from '../sources/source.ts';

const detailFreshMs = 60_000;
const daySeconds = 86_400;
const onItsWayMs = 5 * 60_000;

export interface DayFiguresInput {
  coin: CoinCode;
  latest: Latest;
  series: CandleSeries;
  /** The newest tick's price closes the day. */
  price: Wad | undefined;
  now: number;
}

/** Returns undefined if the source's figures are too old and minutes of the day are missing: two minutes are not shown as 24 hours. */
export function dayFigures({ coin, latest, series, price, now }: DayFiguresInput): DayDetail | undefined {
  const detail = freshDetail(latest, now);
  if (!detail && !isDayCovered(series, coin, now)) return undefined;
  const figures = detail ? { ...detail } : sumUp(series.newest(coin, '5min'), Math.floor(now / 1000));
  if (!figures || price === undefined) return figures;
  figures.close = price;
  if (price > figures.high) figures.high = price;
  if (price < figures.low) figures.low = price;
  return figures;
}

/** What the day's change counts from, without adding the day up. */
export function dayOpen({ coin, latest, series, now }: Omit<DayFiguresInput, 'price'>): Wad | undefined {
  const detail = freshDetail(latest, now);
  if (detail) return detail.open;
  const seconds = Math.floor(now / 1000);
  const first = series.newest(coin, '5min').find((candle) => isOfDay(candle, seconds));
  // If the candle at the start of the day is missing, the open of a later candle is not the day's open.
  return first && first.start <= seconds - daySeconds ? first.open : undefined;
}

/** Returns whether every minute of the last day is known; the newest minutes may still be on their way. */
function isDayCovered(series: CandleSeries, coin: CoinCode, now: number): boolean {
  const from = periodStart('5min', now - daySeconds * 1000);
  return series.holes(coin, { from, to: periodStart('1min', now - onItsWayMs) }).length === 0;
}

function freshDetail({ detail, detailArrivedAt }: Latest, now: number): DayDetail | undefined {
  return detail !== undefined && now - detailArrivedAt <= detailFreshMs ? detail : undefined;
}

const isOfDay = ({ start }: Candle, nowSeconds: number): boolean => start + 300 > nowSeconds - daySeconds;

/** (close - open) / open, four decimals, towards zero, as signed plain decimal text. */
export function changeOf({ open, close }: { open: Wad; close: Wad }): string {
  const basisPoints = ((close - open) * 10_000n) / open;
  const digits = (basisPoints < 0n ? -basisPoints : basisPoints).toString().padStart(5, '0');
  return `${basisPoints < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}

/**
 * Turnover of the last days that are over, USDT: of candles that trades do not change any more. It is partial where one of these
 * days is not known; the real one is larger then.
 */
export function volumeOfDays(
  series: CandleSeries,
  coin: CoinCode,
  { days, now }: { days: number; now: number },
): { volume: Wad; isPartial: boolean } {
  const today = periodStart('1day', now);
  const known = series.newest(coin, '1day').filter(({ start }) => start < today && start >= today - days * daySeconds);
  const volume = known.reduce((sum, candle) => add(sum, candle.volume), zero);
  return { volume, isPartial: known.length < days };
}

/** Closing prices of the last 24 full hours and the present price. */
export function sparkOf(series: CandleSeries, coin: CoinCode, price: Wad | undefined): Wad[] {
  const closes = series
    .newest(coin, '60min')
    .slice(-25, -1)
    .map((candle) => candle.close);
  return price === undefined ? closes : [...closes, price];
}

function sumUp(candles: readonly Candle[], nowSeconds: number): DayDetail | undefined {
  let figures: DayDetail | undefined;
  for (const candle of candles) {
    if (!isOfDay(candle, nowSeconds)) continue;
    figures ??= { ...candle, amount: zero, volume: zero, count: 0 };
    if (candle.high > figures.high) figures.high = candle.high;
    if (candle.low < figures.low) figures.low = candle.low;
    figures.close = candle.close;
    figures.amount = add(figures.amount, candle.amount);
    figures.volume = add(figures.volume, candle.volume);
    figures.count += candle.count;
  }
  return figures;
}
