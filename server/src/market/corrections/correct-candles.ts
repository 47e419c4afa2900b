// Finds candles that a bad print spoilt, and makes corrections public: stored and signed first, then drawn and told.
import { candlePeriods, coinOfCode, formatAmount, wad } from '@candor/wire';
import type { CandleCorrection, CandlePeriod, CandlePrices, CoinCode, CorrectionLayer } from '@candor/wire';
import type { Hub } from '../../feed/hub.ts';
import type { Bus } from '../../kit/bus.ts';
import type { Clock } from '../../kit/clock.ts';
import { createJob, type Job } from '../../kit/jobs.ts';
import { log } from '../../kit/log.ts';
import type { Pool } from '../../kit/postgres.ts';
import { periodEnd, periodStart } from '../candles/candle-periods.ts';
import { partPeriodOf } from '../candles/candle-list.ts';
import type { CandleSeries } from '../candles/candle-series.ts';
import { correctLonger, isBadPrint, isSame, pricesOfTicks } from './correction-rules.ts';
import type { Prices } from './correction-rules.ts';
import { appendCorrection, readCorrections } from './correction-store.ts';
import type { NewCorrection } from './correction-store.ts';
import { followCorrections } from './follow-corrections.ts';
import { boundOf } from '../index/index-price.ts';
import type { CandleKeeper } from '../candles/keep-candles.ts';
import type { Market } from '../market.ts';
import type { Candle } from '../sources/source.ts';

export interface CandleCorrectorOptions {
  pool: Pool;
  clock: Clock;
  bus: Bus;
  hub: Hub;
  market: Market;
  series: CandleSeries;
  candles: Pick<CandleKeeper, 'read' | 'store'>;
  /** Signs corrections as it signs receipts. */
  signingKey: string;
}

export interface CandleCorrector {
  jobs: Job[];
  /** Corrections made before this process hold against what sources say of those minutes again. */
  load(): Promise<void>;
  /** The candle of a minute and what its ticks make; undefined where nothing can be or need be corrected. */
  findDifference(coin: CoinCode, minuteMs: number): Promise<{ before: Prices; after: Prices } | undefined>;
  record(correction: NewCorrection): Promise<CandleCorrection>;
}

type Applied = Pick<NewCorrection, 'coin' | 'minuteMs' | 'before' | 'after'>;

const minuteMs = 60_000;
const pageSize = 1_000;
const checkMs = 5_000;
/** Sources repeat the last hours at most. */
const repeatedMs = 7 * 24 * 3600 * 1000;

export function createCandleCorrector(options: CandleCorrectorOptions): CandleCorrector {
  const { pool, clock, bus, hub, market, series, candles, signingKey } = options;
  const stored = followCorrections(options, show);
  const suspects: { coin: CoinCode; start: number }[] = [];

  async function findDifference(coin: CoinCode, startMs: number) {
    const lastMs = startMs + minuteMs - 1;
    if (startMs % minuteMs !== 0 || lastMs >= clock.now() || !market.isFinalUpTo(lastMs)) return undefined;
    const candle = await readOne(coin, '1min', startMs / 1000);
    const after = pricesOfTicks({ startMs, ticks: await ticksBetween(coin, startMs, lastMs) });
    return candle && after && !isSame(candle, after) ? { before: pricesOf(candle), after } : undefined;
  }

  async function ticksBetween(coin: CoinCode, fromMs: number, lastMs: number) {
    const before = await market.lastTickUpTo(coin, fromMs - 1);
    const last = await market.lastTickUpTo(coin, lastMs);
    if (!last || last.publishedAt < fromMs) return [];
    return (await market.tickRun(coin, before?.sequence ?? 0, last.sequence)).ticks;
  }

  const readOne = async (coin: CoinCode, period: CandlePeriod, start: number): Promise<Candle | undefined> =>
    (await candles.read({ coin, period, fromSeconds: start, toSeconds: start, limit: 1 }))[0];

  /** Minutes that a source made wider are looked at once they are over; one that can't be yet stays in line. */
  async function check(): Promise<void> {
    const overTo = clock.now() - (clock.now() % minuteMs);
    if (!market.isFinalUpTo(overTo - 1)) return;
    suspects.push(...series.takeRepaired(overTo / 1000));
    for (let suspect = suspects[0]; suspect; suspect = suspects[0]) {
      await examine(suspect.coin, suspect.start * 1000);
      suspects.shift();
    }
  }

  async function examine(coin: CoinCode, startMs: number): Promise<void> {
    const found = await findDifference(coin, startMs);
    if (!found || !isBadPrint(found.before, found.after, boundOf(coin))) return;
    const [before, after] = [textsOf(found.before), textsOf(found.after)];
    await record({ coin, minuteMs: startMs, before, after, reason: 'bad-print', note: '' });
  }

  async function record(correction: NewCorrection): Promise<CandleCorrection> {
    const signed = await appendCorrection(pool, correction, { signingKey, now: clock.now() });
    log.info('candle corrected', {
      id: signed.id,
      coin: signed.coin,
      minuteMs: signed.minute_ms,
      by: signed.approved_by,
    });
    await stored.follow();
    bus.emit('market.corrected', { id: signed.id });
    return signed;
  }

  async function show(correction: CandleCorrection): Promise<void> {
    const { minute_ms: startMs, before, after } = correction;
    const coin = coinOfCode(correction.coin)?.code;
    if (coin) await apply({ coin, minuteMs: startMs, before, after });
    hub.notify('home', () => ({ action: 'layer', notify: layerOf(correction) }));
  }

  /** The minute first, then every longer candle that it is part of. */
  async function apply({ coin, minuteMs: startMs, ...texts }: Applied): Promise<void> {
    const before = wadsOf(texts.before);
    const after = wadsOf(texts.after);
    series.pin(coin, startMs / 1000, after);
    const drawn = new Map<CandlePeriod, Candle>();
    for (const [place, period] of candlePeriods.entries()) {
      const start = periodStart(period, startMs);
      const candle = await readOne(coin, period, start);
      if (!candle) continue;
      const part = place === 0 ? undefined : partPeriodOf(period);
      if (part === undefined) Object.assign(candle, after);
      else {
        const end = periodEnd(period, startMs);
        const range = { coin, period: part, fromSeconds: start, toSeconds: end - 1, limit: 300 };
        const corrected = drawn.get(part);
        const parts = (await candles.read(range)).map((one) => (one.start === corrected?.start ? corrected : one));
        const isFirst = startMs === start * 1000;
        const isLast = startMs + minuteMs === end * 1000;
        correctLonger(candle, { before, after, parts, isFirst, isLast });
      }
      drawn.set(period, candle);
    }
    await candles.store([...drawn].map(([period, candle]) => ({ coin, period, candle })));
  }

  return {
    jobs: [createJob({ name: 'correct-candles', role: 'web', every: checkMs, isShared: true, run: check })],
    findDifference,
    record,
    async load() {
      await stored.begin();
      for (const { coin, minute_ms: ms, before, after } of await latestOf(pool, clock.now() - repeatedMs)) {
        const code = coinOfCode(coin)?.code;
        if (!code) continue;
        const candle = await readOne(code, '1min', ms / 1000);
        // A process that ended between storing a correction and drawing it.
        if (candle && !isSame(candle, wadsOf(after))) await apply({ coin: code, minuteMs: ms, before, after });
        else series.pin(code, ms / 1000, wadsOf(after));
      }
    },
  };
}

/** Of several corrections of a minute the last one holds. */
async function latestOf(pool: Pool, fromMs: number): Promise<Iterable<CandleCorrection>> {
  const latest = new Map<string, CandleCorrection>();
  for (let afterId = 0, isMore = true; isMore;) {
    const page = await readCorrections(pool, { fromMs, afterId, limit: pageSize });
    for (const correction of page) latest.set(`${correction.coin} ${correction.minute_ms}`, correction);
    afterId = page.at(-1)?.id ?? afterId;
    isMore = page.length === pageSize;
  }
  return latest.values();
}

const layerOf = (signed: CandleCorrection): CorrectionLayer => ({
  [`${signed.minute_ms}${signed.coin.toLowerCase()}usdt`]: { ...signed, coin_code: signed.coin },
});

const pricesOf = ({ open, high, low, close }: Prices): Prices => ({ open, high, low, close });

export const textsOf = ({ open, high, low, close }: Prices): CandlePrices => ({
  open: formatAmount(open),
  high: formatAmount(high),
  low: formatAmount(low),
  close: formatAmount(close),
});

const wadsOf = ({ open, high, low, close }: CandlePrices): Prices => ({
  open: wad(open),
  high: wad(high),
  low: wad(low),
  close: wad(close),
});
