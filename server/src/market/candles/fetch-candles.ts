// Candles of the past from the source: what was missed while nobody listened, asked for coin by coin.
import { candlePeriods } from '@candor/wire';
import type { CandlePeriod, CoinCode } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { createJob, type Job } from '../../kit/jobs.ts';
import type { Candle, Source } from '../sources/source.ts';
import { aggregate, calendarDaysOf, isAligned } from './candle-periods.ts';
import type { CandleSeries } from './candle-series.ts';

export interface CandleFetcher {
  job: Job;
  /** Minutes since an instant may lack ticks or trades of this coin. */
  repairSince: (coin: CoinCode, sinceMs: number) => void;
}

export interface CandleFetcherOptions {
  clock: Clock;
  source: Pick<Source, 'history' | 'historyMax'>;
  series: CandleSeries;
  /** Called after each coin. */
  write: () => Promise<void>;
}

const everyMs = 60_000;
const retryMs = 5_000;
const triesMax = 5;

/** Coins wait in line; one that could not be fetched so many times waits for its next repair. */
export function createCandleFetcher(options: CandleFetcherOptions): CandleFetcher {
  const wanted = new Map<CoinCode, { sinceMs: number; tries: number }>();

  function want(coin: CoinCode, sinceMs: number, tries = 0): void {
    wanted.set(coin, { sinceMs: Math.min(sinceMs, wanted.get(coin)?.sinceMs ?? sinceMs), tries });
  }

  async function fetchWanted(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    const now = [...wanted];
    wanted.clear();
    for (const [coin, { sinceMs, tries }] of now) {
      try {
        await fetchCoin(options, { coin, sinceMs, signal });
      } catch (error) {
        failures.push(error);
        if (tries + 1 < triesMax) want(coin, sinceMs, tries + 1);
      }
      if (signal.aborted) return;
      await options.write();
    }
    if (failures.length > 0) throw failures[0];
  }

  const job = createJob({
    name: 'fetch-candles',
    role: 'web',
    every: everyMs,
    retryMs,
    runsAtStart: true,
    run: fetchWanted,
  });
  return {
    job,
    repairSince(coin, sinceMs) {
      want(coin, sinceMs);
      job.wake();
    },
  };
}

async function fetchCoin(
  { clock, source, series }: CandleFetcherOptions,
  { coin, sinceMs, signal }: { coin: CoinCode; sinceMs: number; signal: AbortSignal },
): Promise<void> {
  const missing = Math.ceil((clock.now() - sinceMs) / 60_000) + 2;
  const minutes = await source.history(coin, '1min', Math.min(missing, source.historyMax));
  if (missing <= source.historyMax) return series.repair(coin, minutes);
  // A coin that the source does not trade.
  if (minutes.length === 0) return;
  series.fill(coin, '1min', minutes, false);
  let shorter: readonly Candle[] = minutes;
  for (const period of candlePeriods.slice(1)) {
    const isCalendar = calendarDaysOf(period) !== undefined;
    const given = isCalendar ? [] : await source.history(coin, period, source.historyMax);
    const candles = joinHistory(given, shorter, period);
    series.fill(coin, period, candles, false);
    // Weeks, months and years all consist of days.
    if (!isCalendar) shorter = candles;
    if (signal.aborted) return;
  }
}

/** The source's candles where they begin where ours do; for the rest its shorter candles, joined. */
export function joinHistory(
  given: readonly Candle[],
  shorter: readonly Candle[],
  period: CandlePeriod,
): readonly Candle[] {
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
