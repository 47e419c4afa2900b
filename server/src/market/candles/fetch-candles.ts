// Candles of the past from the source: what was missed while nobody listened, asked for coin by coin.
import { candlePeriods, coinCodes } from '@candor/wire';
import type { CandlePeriod, CoinCode } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { createJob, type Job } from '../../kit/jobs.ts';
import type { Candle, CandleHistory } from '../sources/source.ts';
import { noteAsked, oldestDue, type AskedMinutes } from './ask-minutes.ts';
import { aggregate, calendarDaysOf, isAligned, periodStart } from './candle-periods.ts';
import type { CandleSeries } from './candle-series.ts';
import { minuteSeconds } from './minute-ranges.ts';

export interface CandleFetcher {
  job: Job;
  /** Minutes since an instant may lack ticks or trades of this coin. */
  repairSince: (coin: CoinCode, sinceMs: number) => void;
}

export interface CandleFetcherOptions {
  clock: Clock;
  source: CandleHistory;
  series: CandleSeries;
  /** Called after each coin. */
  write: () => Promise<void>;
}

const everyMs = 10_000;
const retryMs = 5_000;
const retryMaxMs = 60_000;
/** A run ends after this many failures, so that a source that is down is not asked for every coin. */
const failuresARun = 3;
/** Number of 5-minute candles from which the figures of a day are calculated. */
const fiveMinutesADay = 24 * 12 + 1;

/** State of the requests for a coin's missing candles. */
interface Wanted {
  /** Data from this instant on, ms, is requested at once; undefined: missing minutes are requested when they are scheduled. */
  sinceMs: number | undefined;
  asked: AskedMinutes;
  failures: number;
  /** No request before this time, ms; set after a failure. */
  restsToMs: number;
}

/** In every run, not only at the start, looks for minutes that are missing or that the source has not completed. */
export function createCandleFetcher(options: CandleFetcherOptions): CandleFetcher {
  const { clock, series, source } = options;
  const wantedOf = new Map<CoinCode, Wanted>(
    coinCodes.map((coin) => [coin, { sinceMs: undefined, asked: new Map(), failures: 0, restsToMs: 0 }]),
  );

  async function fetchMissing(signal: AbortSignal): Promise<void> {
    const failures: unknown[] = [];
    // Coins that waited longest come first, so that a coin that always fails does not delay the others.
    const inOrder = [...wantedOf].toSorted(([, left], [, right]) => left.restsToMs - right.restsToMs);
    for (const [coin, wanted] of inOrder) {
      if (signal.aborted || failures.length >= failuresARun) break;
      if (wanted.restsToMs > clock.now()) continue;
      try {
        await fetchWanted(coin, wanted, signal);
      } catch (error) {
        failures.push(error);
        wanted.restsToMs = clock.now() + Math.min(retryMs * 2 ** wanted.failures++, retryMaxMs);
      }
    }
    if (failures.length > 0 && !signal.aborted) throw failures[0];
  }

  async function fetchWanted(coin: CoinCode, wanted: Wanted, signal: AbortSignal): Promise<void> {
    const askedAt = clock.now();
    const { sinceMs } = wanted;
    const missing = missingMinutes(options, coin);
    const oldest = oldestDue(missing, wanted.asked, askedAt);
    const from = sinceMs === undefined ? oldest : Math.min(sinceMs / 1000, oldest ?? Infinity);
    if (from === undefined) return;
    const count = Math.ceil((askedAt / 1000 - from) / minuteSeconds) + 2;
    const isLong = sinceMs !== undefined && Math.ceil((askedAt - sinceMs) / 60_000) + 2 > source.historyMax;
    if (isLong) await fetchHistory(options, coin, signal);
    else series.give(coin, await source.history(coin, '1min', Math.min(count, source.historyMax)));
    if (wanted.sinceMs === sinceMs) wanted.sinceMs = undefined;
    Object.assign(wanted, { failures: 0, restsToMs: 0 });
    wanted.asked = noteAsked(missingMinutes(options, coin), wanted.asked, { from, now: clock.now() });
    await options.write();
  }

  const job = createJob({
    name: 'fetch-candles',
    role: 'web',
    every: everyMs,
    retryMs,
    retryMaxMs: everyMs,
    runsAtStart: true,
    run: fetchMissing,
  });
  return {
    job,
    repairSince(coin, sinceMs) {
      const wanted = wantedOf.get(coin)!;
      series.miss(coin, { fromMs: sinceMs, toMs: clock.now() });
      wanted.sinceMs = Math.min(sinceMs, wanted.sinceMs ?? sinceMs);
      wanted.restsToMs = 0;
      job.wake();
    },
  };
}

/** Starts, seconds, of the last day's missing minutes and, if the source's candles are authoritative, of minutes that it has not completed. */
function missingMinutes({ clock, series, source }: CandleFetcherOptions, coin: CoinCode): number[] {
  const to = periodStart('1min', clock.now());
  const holes = series.holes(coin, { from: to - 86_400 - 300, to });
  const missing = holes.flatMap((hole) =>
    Array.from({ length: (hole.to - hole.from) / minuteSeconds }, (_, place) => hole.from + place * minuteSeconds),
  );
  const unsettled = source.isRecord ? series.unsettled(coin, to).map(({ start }) => start) : [];
  return [...new Set([...missing, ...unsettled])];
}

/** Fetches candles of all periods, after an interruption that is longer than one request for minutes can cover. */
async function fetchHistory(
  { source, series }: CandleFetcherOptions,
  coin: CoinCode,
  signal: AbortSignal,
): Promise<void> {
  const minutes = await source.history(coin, '1min', source.historyMax);
  // A coin that the source does not trade.
  if (minutes.length === 0) return;
  series.fill(coin, '1min', minutes);
  let shorter: readonly Candle[] = minutes;
  for (const period of candlePeriods.slice(1)) {
    const isCalendar = calendarDaysOf(period) !== undefined;
    const count = Math.max(source.historyMax, period === '5min' ? fiveMinutesADay : 0);
    const given = isCalendar ? [] : await source.history(coin, period, count);
    const candles = joinHistory(given, shorter, period);
    series.fill(coin, period, candles);
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
