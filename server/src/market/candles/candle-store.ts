// The SQL of candles. Read and written by this folder alone.
import { formatAmount, isCandlePeriod, wad } from '@candor/wire';
import type { CandlePeriod, CoinCode } from '@candor/wire';
import { arrayOf } from '../../kit/postgres.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { CandleKey } from './candle-changes.ts';
import type { MinuteRange } from './minute-ranges.ts';
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
  /** Only set for minutes. */
  last_trade_id: string | null;
  is_final: boolean | null;
  is_given: boolean | null;
  is_missed: boolean | null;
}

/**
 * Stores candles. A minute that the source has completed is not overwritten by a process that has only an incomplete one. A candle without
 * facts (a corrected one) leaves the stored facts as they are.
 */
export async function upsertCandles(pool: Pool, candles: readonly CandleKey[]): Promise<void> {
  if (candles.length === 0) return;
  const prices = (each: (candle: Candle) => Candle['open']) =>
    arrayOf(candles, ({ candle }) => formatAmount(each(candle)));
  await pool.query(
    `insert into market_candles (coin, period, start_s, open, high, low, close, amount, volume, count,
       last_trade_id, is_final, is_given, is_missed)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::numeric[], $5::numeric[], $6::numeric[],
                          $7::numeric[], $8::numeric[], $9::numeric[], $10::bigint[], $11::numeric[], $12::boolean[], $13::boolean[],
                          $14::boolean[])
     on conflict (coin, period, start_s) do update set
       open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close,
       amount = excluded.amount, volume = excluded.volume, count = excluded.count,
       last_trade_id = case when excluded.is_final is null then market_candles.last_trade_id else excluded.last_trade_id end,
       is_final = coalesce(excluded.is_final, market_candles.is_final),
       is_given = coalesce(excluded.is_given, market_candles.is_given),
       is_missed = coalesce(excluded.is_missed, market_candles.is_missed)
     where excluded.is_final is not false or market_candles.is_final is not true`,
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
      arrayOf(candles, ({ facts }) => facts?.lastTradeId ?? 'NULL'),
      arrayOf(candles, ({ facts }) => String(facts?.isFinal ?? 'NULL')),
      arrayOf(candles, ({ facts }) => String(facts?.isGiven ?? 'NULL')),
      arrayOf(candles, ({ facts }) => String(facts?.isMissed ?? 'NULL')),
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
    isCandlePeriod(row.period) ? [{ coin, period: row.period, candle: readCandle(row), ...readFacts(row) }] : [],
  );
}

/** Returns a coin's incomplete minutes within a span, seconds, that the source has not completed; oldest first. */
export async function partialMinutes(
  pool: Pool,
  coin: CoinCode,
  { from, to }: MinuteRange,
): Promise<(CandleKey & { period: '1min' })[]> {
  const { rows } = await pool.query<CandleRow>(
    `select * from market_candles where coin = $1 and period = '1min' and start_s >= $2 and start_s < $3
       and is_missed and is_final is not true
     order by start_s`,
    [coin, from, to],
  );
  return rows.map((row) => ({ coin, period: '1min', candle: readCandle(row), ...readFacts(row) }));
}

const readFacts = (row: CandleRow): Pick<CandleKey, 'facts'> =>
  row.is_final === null
    ? {}
    : {
        facts: {
          lastTradeId: row.last_trade_id === null ? undefined : BigInt(row.last_trade_id),
          isFinal: row.is_final,
          isGiven: row.is_given === true,
          isMissed: row.is_missed === true,
        },
      };

/** Minutes of each coin from a second on that are stored, or that 5-minute candles from before the coin's first stored minute contain. */
export async function storedMinutes(pool: Pool, fromSeconds: number): Promise<(MinuteRange & { coin: CoinCode })[]> {
  const { rows } = await pool.query<{ coin: CoinCode; from_s: number; to_s: number }>(
    `with first as (select coin, min(start_s) as start_s from market_candles where period = '1min' group by coin),
       known as (
         select coin, start_s, 60 as seconds from market_candles where period = '1min' and start_s >= $1
           and (is_final or is_missed is not true)
         union all
         select coin, start_s, 300 from market_candles five where period = '5min' and start_s >= $1
           and start_s + 300 <= (select first.start_s from first where first.coin = five.coin)),
       follow as (
         select coin, start_s, start_s + seconds as end_s,
           start_s > max(start_s + seconds) over (partition by coin order by start_s rows between unbounded preceding and 1 preceding)
             as is_new
         from known),
       ranges as (select *, count(*) filter (where is_new) over (partition by coin order by start_s) as place from follow)
     select coin, min(start_s) as from_s, max(end_s) as to_s from ranges group by coin, place`,
    [fromSeconds],
  );
  return rows.map(({ coin, from_s: from, to_s: to }) => ({ coin, from, to }));
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
