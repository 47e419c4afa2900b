// Candles as they are asked for: the newest from memory, what is older than it from the store.
import type { CandlePeriod, CoinCode } from '@candor/wire';
import type { Pool } from '../../kit/postgres.ts';
import type { Candle } from '../sources/source.ts';
import type { CandleSeries } from './candle-series.ts';
import { candlesBetween } from './candle-store.ts';

export interface CandleRange {
  coin: CoinCode;
  period: CandlePeriod;
  fromSeconds: number;
  toSeconds: number;
  limit: number;
}

interface CandlePlaces {
  pool: Pool;
  series: CandleSeries;
}

/** Oldest first; of a longer span the newest. */
export async function readCandles({ pool, series }: CandlePlaces, range: CandleRange): Promise<readonly Candle[]> {
  const { coin, period, fromSeconds, toSeconds, limit } = range;
  const recent = series.newest(coin, period);
  const within = recent.filter(({ start: at }) => at >= fromSeconds && at <= toSeconds).slice(-limit);
  const oldest = recent[0]?.start ?? Infinity;
  if (within.length === limit || fromSeconds >= oldest) return within;
  const toStored = Math.min(toSeconds, oldest - 1);
  if (toStored === Infinity) return within;
  const stored = await candlesBetween(pool, { ...range, toSeconds: toStored, limit: limit - within.length });
  return [...stored, ...within];
}

/** Oldest first; of a longer span the oldest. */
export async function readFirstCandles({ pool, series }: CandlePlaces, range: CandleRange): Promise<readonly Candle[]> {
  const { fromSeconds, toSeconds, limit } = range;
  const recent = series.newest(range.coin, range.period);
  const toStored = Math.min(toSeconds, (recent[0]?.start ?? Infinity) - 1);
  const within = recent.filter(({ start: at }) => at >= fromSeconds && at <= toSeconds);
  const stored =
    fromSeconds > toStored ? [] : await candlesBetween(pool, { ...range, toSeconds: toStored, end: 'oldest' });
  return [...stored, ...within].slice(0, limit);
}
