// Candles that outlast the process: loaded from the store, back-filled and repaired from the source, written back.
import { coinCodes } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { createJob } from '../../kit/jobs.ts';
import type { Part } from '../../kit/part.ts';
import type { Pool } from '../../kit/postgres.ts';
import type { Candle, CandleHistory } from '../sources/source.ts';
import { candlesKept } from './candle-list.ts';
import type { CandleKey } from './candle-changes.ts';
import { knownSeconds, type CandleSeries } from './candle-series.ts';
import { newestCandles, partialMinutes, storedMinutes, upsertCandles } from './candle-store.ts';
import { createCandleFetcher, joinHistory, type CandleFetcher } from './fetch-candles.ts';
import { readCandles, readFirstCandles, type CandleRange } from './read-candles.ts';

export interface CandleKeeper extends Part, Pick<CandleFetcher, 'repairSince'> {
  /** Loads what is stored; awaited before ticks come. */
  load(): Promise<void>;
  /** Writes candles that were corrected behind all that was written before; what can't be written is tried again. */
  store(candles: readonly CandleKey[]): Promise<void>;
  /** Oldest first; of a longer span the newest. */
  read(range: CandleRange): Promise<readonly Candle[]>;
  /** Oldest first; of a longer span the oldest. */
  readFirst(range: CandleRange): Promise<readonly Candle[]>;
}

export interface CandleKeeperOptions {
  pool: Pool;
  clock: Clock;
  source: CandleHistory;
  series: CandleSeries;
}

const writeMs = 10_000;
const rowsAWrite = 1_000;

export function createCandleKeeper(options: CandleKeeperOptions): CandleKeeper {
  const { pool, series } = options;
  let writing: Promise<void> = Promise.resolve();

  /** One after the other; what could not be written stays for the next time. */
  function write(): Promise<void> {
    const mine = writing.then(() => writeUnstored(options));
    writing = mine.catch(() => undefined);
    return mine;
  }

  const fetcher = createCandleFetcher({ ...options, write });
  return {
    jobs: [fetcher.job, createJob({ name: 'write-candles', role: 'web', every: writeMs, isShared: true, run: write })],
    repairSince: fetcher.repairSince,
    async load() {
      await loadStored(options);
      for (const coin of coinCodes) fetcher.repairSince(coin, missedSince(series.newest(coin, '1min')));
    },
    store(corrected) {
      writing = writing.then(() => upsertCandles(pool, corrected)).catch(() => series.keepUnstored(corrected));
      return writing;
    },
    read: (range) => readCandles(options, range),
    readFirst: (range) => readFirstCandles(options, range),
    stop: () => write().catch(() => undefined),
  };
}

/** Returns since when data was missed, ms: the last stored minute may have changed after it was stored. 0 if nothing is stored. */
const missedSince = (minutes: readonly Candle[]): number => {
  const newest = minutes.at(-1);
  return newest ? newest.start * 1000 + 1 : 0;
};

async function loadStored({ pool, series, clock }: CandleKeeperOptions): Promise<void> {
  const now = clock.now();
  for (const coin of coinCodes) {
    const stored = Map.groupBy(await newestCandles(pool, coin, candlesKept), ({ period }) => period);
    const oldest = stored.get('1min')?.[0]?.candle.start ?? 0;
    const partial = await partialMinutes(pool, coin, { from: Math.floor(now / 1000) - knownSeconds, to: oldest });
    for (const [period, keys] of stored)
      series.load(coin, period, period === '1min' ? [...partial, ...keys] : keys, now);
    // An archive of candles can be older than the longest of them.
    if (!stored.has('1year')) series.fill(coin, '1year', joinHistory([], series.newest(coin, '1mon'), '1year'));
  }
  for (const { coin, ...range } of await storedMinutes(pool, Math.floor(now / 1000) - knownSeconds)) {
    series.cover(coin, range);
  }
}

async function writeUnstored({ pool, series }: CandleKeeperOptions): Promise<void> {
  const unstored = series.takeUnstored();
  for (let first = 0; first < unstored.length; first += rowsAWrite) {
    try {
      await upsertCandles(pool, unstored.slice(first, first + rowsAWrite));
    } catch (error) {
      series.keepUnstored(unstored.slice(first));
      throw error;
    }
  }
}
