// Candles that outlast the process: loaded from the store, back-filled and repaired from the source, written back.
import { candlePeriods, coinCodes } from '@candor/wire';
import type { CandlePeriod, CoinCode } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { aggregate, isAligned } from './candle-periods.ts';
import { candlesKept } from './candle-series.ts';
import type { CandleKey, CandleSeries } from './candle-series.ts';
import type { Candle, Source } from './sources/source.ts';
import { candlesBetween, newestCandles, upsertCandles } from './candle-store.ts';

export interface CandleRange {
  coin: CoinCode;
  period: CandlePeriod;
  fromSeconds: number;
  toSeconds: number;
  limit: number;
}

export interface CandleKeeper {
  /** Loads what is stored; awaited before ticks come. */
  load(): Promise<void>;
  /** Begins to write and to fetch what is missing. */
  start(): void;
  /** Minutes since an instant may lack ticks or trades of this coin. */
  repairSince(coin: CoinCode, sinceMs: number): void;
  /** To be called before the source is closed. */
  stopFetching(): void;
  /** Writes candles that were corrected behind all that was written before; what can't be written is tried again. */
  store(candles: readonly CandleKey[]): Promise<void>;
  /** Oldest first; of a longer span the newest. */
  read(range: CandleRange): Promise<readonly Candle[]>;
  stop(): Promise<void>;
}

export interface CandleKeeperOptions {
  pool: Pool;
  clock: Clock;
  source: Source;
  series: CandleSeries;
  writeMs?: number;
  retryMs?: number;
}

const rowsAWrite = 1_000;
const triesMax = 5;

export function createCandleKeeper(options: CandleKeeperOptions): CandleKeeper {
  const { pool, clock, source, series, writeMs = 10_000, retryMs = 5_000 } = options;
  const fetches = new Map<CoinCode, number>();
  /** Up to when candles were stored by an earlier process; ticks of this one may have come since. */
  const storedTo = new Map<CoinCode, number>();
  const stopping = new AbortController();
  let fetching: Promise<void> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function load(): Promise<void> {
    for (const coin of coinCodes) {
      const stored = Map.groupBy(await newestCandles(pool, coin, candlesKept), ({ period }) => period);
      for (const [period, rows] of stored)
        series.fill(
          coin,
          period,
          rows.map(({ candle }) => candle),
          true,
        );
      const newest = series.newest(coin, '1min').at(-1);
      if (newest) storedTo.set(coin, newest.start * 1000);
    }
  }

  function start(): void {
    timer = setInterval(() => void write(), writeMs);
    for (const coin of coinCodes) request(coin, storedTo.get(coin) ?? 0);
  }

  /** Fetches wait in line, one a coin; what is asked for meanwhile joins it. */
  function request(coin: CoinCode, sinceMs: number): void {
    fetches.set(coin, Math.min(sinceMs, fetches.get(coin) ?? sinceMs));
    fetching ??= fetchAll().finally(() => (fetching = undefined));
  }

  async function fetchAll(): Promise<void> {
    for (let next = fetches.entries().next(); !next.done; next = fetches.entries().next()) {
      const [coin, sinceMs] = next.value;
      fetches.delete(coin);
      await fetchWithRetries(coin, sinceMs);
      if (stopping.signal.aborted) return;
      await write();
    }
  }

  async function fetchWithRetries(coin: CoinCode, sinceMs: number): Promise<void> {
    for (let attempt = 1; !stopping.signal.aborted; attempt++) {
      try {
        return await fetchCoin(coin, sinceMs);
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn('candles could not be fetched', { coin, attempt, error: (error as Error).message });
        if (attempt >= triesMax) return;
        await sleep(retryMs, stopping.signal);
      }
    }
  }

  async function fetchCoin(coin: CoinCode, sinceMs: number): Promise<void> {
    const missing = Math.ceil((clock.now() - sinceMs) / 60_000) + 2;
    const minutes = await source.history(coin, '1min', Math.min(missing, source.historyMax));
    if (missing <= source.historyMax) return series.repair(coin, minutes);
    // A coin that the source does not trade.
    if (minutes.length === 0) return;
    series.fill(coin, '1min', minutes, false);
    let shorter: readonly Candle[] = minutes;
    for (const period of candlePeriods.slice(1)) {
      const isCalendar = period === '1week' || period === '1mon';
      const given = isCalendar ? [] : await source.history(coin, period, source.historyMax);
      const candles = joinHistory(given, shorter, period);
      series.fill(coin, period, candles, false);
      // Weeks and months both consist of days.
      if (!isCalendar) shorter = candles;
      if (stopping.signal.aborted) return;
    }
  }

  function write(): Promise<void> {
    writing = writing.then(async () => {
      const unstored = series.takeUnstored();
      for (let first = 0; first < unstored.length; first += rowsAWrite) {
        const batch = unstored.slice(first, first + rowsAWrite);
        try {
          await upsertCandles(pool, batch);
        } catch (error) {
          series.keepUnstored(batch);
          log.warn('candles could not be written', { rows: batch.length, error: (error as Error).message });
        }
      }
    });
    return writing;
  }

  return {
    load,
    start,
    repairSince: request,
    stopFetching: () => stopping.abort(),
    store(corrected) {
      writing = writing.then(() => upsertCandles(pool, corrected)).catch(() => series.keepUnstored(corrected));
      return writing;
    },
    async read(range) {
      const { coin, period, fromSeconds, toSeconds, limit } = range;
      const recent = series.newest(coin, period);
      const within = recent.filter(({ start: at }) => at >= fromSeconds && at <= toSeconds).slice(-limit);
      const oldest = recent[0]?.start ?? Infinity;
      if (within.length === limit || fromSeconds >= oldest) return within;
      const toStored = Math.min(toSeconds, oldest - 1);
      if (toStored === Infinity) return within;
      const stored = await candlesBetween(pool, { ...range, toSeconds: toStored, limit: limit - within.length });
      return [...stored, ...within];
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await fetching;
      await write();
    },
  };
}

/** The source's candles where they begin where ours do; for the rest its shorter candles, joined. */
function joinHistory(given: readonly Candle[], shorter: readonly Candle[], period: CandlePeriod): readonly Candle[] {
  const byStart = new Map(
    given.filter(({ start }) => isAligned(period, start)).map((candle) => [candle.start, candle]),
  );
  for (const [place, joined] of aggregate(shorter, period).entries()) {
    const candle = byStart.get(joined.start);
    // A longer candle holds what its parts hold.
    if (candle && joined.high > candle.high) candle.high = joined.high;
    if (candle && joined.low < candle.low) candle.low = joined.low;
    // Parts that begin in the middle of a candle can't tell all of it.
    const isPartial = place === 0 && joined.start !== shorter[0]!.start;
    if (!candle && !isPartial) byStart.set(joined.start, joined);
  }
  return [...byStart.values()].toSorted((left, right) => left.start - right.start);
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
