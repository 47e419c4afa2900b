// The SQL of candles. Read and written by this folder alone.
import { formatAmount, isCandlePeriod, wad } from '@candor/wire';
import type { CandlePeriod, CoinCode } from '@candor/wire';
import { arrayOf } from '../../kit/postgres.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { CandleKey } from './candle-series.ts';
import type { Candle } from '../sources/source.ts';

interface CandleRow {
  coin: CoinCode;
  period: string;
  start_s: number;
  open: string;
  high: string;
  low: string;
  close: string;
  amount: string;
  volume: string;
  count: number;
}

export async function upsertCandles(pool: Pool, candles: readonly CandleKey[]): Promise<void> {
  if (candles.length === 0) return;
  const prices = (each: (candle: Candle) => Candle['open']) =>
    arrayOf(candles, ({ candle }) => formatAmount(each(candle)));
  await pool.query(
    `insert into market_candles (coin, period, start_s, open, high, low, close, amount, volume, count)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[],
                          $7::numeric[], $8::numeric[], $9::numeric[], $10::bigint[])
     on conflict (coin, period, start_s) do update set
       open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
       amount = excluded.amount, volume = excluded.volume, count = excluded.count`,
    [
      arrayOf(candles, ({ coin }) => coin),
      arrayOf(candles, ({ period }) => period),
      arrayOf(candles, ({ candle }) => candle.start),
      prices((candle) => candle.open),
      prices((candle) => candle.high),
      prices((candle) => candle.low),
      prices((candle) => candle.close),
      prices((candle) => candle.amount),
      prices((candle) => candle.volume),
      arrayOf(candles, ({ candle }) => candle.count),
    ],
  );
}

/** The newest candles of every coin and period, oldest first. */
export async function newestCandles(pool: Pool, coin: CoinCode, limit: number): Promise<CandleKey[]> {
  const { rows } = await pool.query<CandleRow>(
    `select k.* from (select distinct period from market_candles where coin = $1) as p,
       lateral (select * from market_candles c where c.coin = $1 and c.period = p.period
                order by start_s desc limit $2) as k
     order by k.period, k.start_s`,
    [coin, limit],
  );
  return rows.flatMap((row) =>
    isCandlePeriod(row.period) ? [{ coin, period: row.period, candle: readCandle(row) }] : [],
  );
}

interface StoredSpan {
  coin: CoinCode;
  period: CandlePeriod;
  fromSeconds: number;
  toSeconds: number;
  limit: number;
  /** Which `limit` of a longer span; the newest unless it is said. */
  end?: 'oldest' | 'newest';
}

/** Oldest first. */
export async function candlesBetween(pool: Pool, { end = 'newest', ...span }: StoredSpan): Promise<Candle[]> {
  const { rows } = await pool.query<CandleRow>(
    `select * from market_candles
     where coin = $1 and period = $2 and start_s between $3 and $4
     order by start_s ${end === 'newest' ? 'desc' : 'asc'} limit $5`,
    [span.coin, span.period, span.fromSeconds, span.toSeconds, span.limit],
  );
  const candles = rows.map(readCandle);
  return end === 'newest' ? candles.reverse() : candles;
}

const readCandle = (row: CandleRow): Candle => ({
  start: row.start_s,
  open: wad(row.open),
  high: wad(row.high),
  low: wad(row.low),
  close: wad(row.close),
  amount: wad(row.amount),
  volume: wad(row.volume),
  count: row.count,
});
