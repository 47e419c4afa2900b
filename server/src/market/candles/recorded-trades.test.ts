// A day of trades as they were made, through restarts and lost connections, on a real database: in the end the candles are those of
// the recording, to the last digit. Time is set by hand.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { add, formatAmount, multiplyDown, zero } from '@candor/wire';
import type { CandlePeriod, Wad } from '@candor/wire';
import { cloneDatabase } from '../../../test/support/database.ts';
import { longRun } from '../../../test/support/long-run.ts';
import { randomIntOf, testSeed } from '../../../test/support/seed.ts';
import { manualClock } from '../../kit/clock.ts';
import { startJobs, stopJobs } from '../../kit/jobs.ts';
import { log } from '../../kit/log.ts';
import { openPool, type Pool } from '../../kit/postgres.ts';
import { parseLossless, type LosslessValue } from '../sources/lossless-json.ts';
import { parsePrice, parseQuantity } from '../sources/htx-parse.ts';
import type { Candle, CandleHistory, Trade } from '../sources/source.ts';
import { aggregate, periodStart } from './candle-periods.ts';
import { createCandleSeries } from './candle-series.ts';
import { createCandleKeeper } from './keep-candles.ts';

log.setLevel('silent');
const recording = join(import.meta.dirname, '../../../../../shared/data/trades/XRPETH-2019-10.json.gz');
const dayMs = 86_400_000;
const restarts = 50;
const cuts = 20;

/** Rows [ms, id, type, side, price, amount, cost]; the first whole day of UTC+8. */
function readDay(): Trade[] {
  const rows = parseLossless(gunzipSync(readFileSync(recording)).toString()) as LosslessValue[][];
  const trades = rows.map(([at, id, , side, price, amount]): Trade => ({
    tradeId: String(id),
    id: String(id),
    at: parseInt(String(at), 10),
    price: parsePrice(price)!,
    amount: parseQuantity(amount)!,
    direction: side === 'buy' ? 'buy' : 'sell',
  }));
  const fromMs = periodStart('1day', trades[0]!.at) * 1000 + dayMs;
  return trades.filter(({ at }) => at >= fromMs && at < fromMs + dayMs);
}

/** The exchange's candles at an instant; a minute without trades is flat at the price before it. */
function candlesAt(trades: readonly Trade[], nowMs: number): Candle[] {
  const candles: Candle[] = [];
  for (const { at, price, amount } of trades) {
    if (at > nowMs) break;
    fillTo(candles, periodStart('1min', at), price);
    const candle = candles.at(-1)!;
    if (candle.count === 0) Object.assign(candle, { open: price, high: price, low: price });
    candle.high = price > candle.high ? price : candle.high;
    candle.low = price < candle.low ? price : candle.low;
    candle.close = price;
    candle.amount = add(candle.amount, amount);
    candle.volume = add(candle.volume, multiplyDown(price, amount, 18));
    candle.count++;
  }
  fillTo(candles, periodStart('1min', nowMs), trades[0]!.price);
  return candles;
}

function fillTo(candles: Candle[], start: number, first: Wad): void {
  const price = candles.at(-1)?.close ?? first;
  for (let next = candles.length === 0 ? start : candles.at(-1)!.start + 60; next <= start; next += 60) {
    candles.push({
      start: next,
      open: price,
      high: price,
      low: price,
      close: price,
      amount: zero,
      volume: zero,
      count: 0,
    });
  }
}

const textOf = ({ start, open, high, low, close, amount, volume, count }: Candle): string =>
  `${start} ${[open, high, low, close, amount, volume].map(formatAmount).join(' ')} ${count}`;

/** A server's candles between one start and the next, fed as its source feeds it. */
async function openProcess(pool: Pool, clock: ReturnType<typeof manualClock>, source: CandleHistory) {
  const series = createCandleSeries();
  const keeper = createCandleKeeper({ pool, clock, source, series });
  await keeper.load();
  // Timers stand still: every run is asked for.
  startJobs(keeper.jobs!, { clock, timers: { now: () => 0, after: () => () => undefined } });
  const fetching = keeper.jobs!.find(({ name }) => name === 'fetch-candles')!;
  return {
    series,
    keeper,
    look: () => fetching.runNow(),
    async stop() {
      await stopJobs(keeper.jobs!);
      await keeper.stop!();
    },
  };
}

test(
  'a day of trades through 50 restarts and 20 lost connections is the recording, to the last digit',
  existsSync(recording)
    ? longRun('writes and reads the candles of a day fifty times')
    : { skip: 'the recorded trades are not beside the repository' },
  async () => {
    const trades = readDay();
    const firstMs = periodStart('1day', trades[0]!.at) * 1000;
    const database = await cloneDatabase();
    const pool = openPool(database.url);
    const clock = manualClock(trades[0]!.at);
    const random = randomIntOf(testSeed);
    let answersBadly = 0;
    const source: CandleHistory = {
      historyMax: 2000,
      isRecord: true,
      history: async (coin, period, count) => {
        if (coin !== 'XRP') return [];
        // Fails, is empty, lacks some, or is of a while ago.
        const way = random(6);
        if (way < 4) answersBadly++;
        if (way === 0) throw new Error('429');
        if (way === 1) return [];
        const candles = candlesAt(trades, clock.now() - (way === 3 ? 90_000 : 0));
        const minutes = way === 2 ? candles.filter(() => random(3) > 0) : candles;
        return (period === '1min' ? minutes : aggregate(minutes, period)).slice(-count);
      },
    };
    const restartsAt = new Set(Array.from({ length: restarts }, () => random(1, trades.length)));
    const cutsAt = new Set(Array.from({ length: cuts }, () => random(1, trades.length)));
    let process = await openProcess(pool, clock, source);
    let cutFrom: number | undefined;
    let lookedAt = 0;
    for (const [place, trade] of trades.entries()) {
      clock.set(Math.max(clock.now(), trade.at));
      if (restartsAt.has(place)) {
        await process.stop();
        process = await openProcess(pool, clock, source);
        for (const repeated of trades.slice(Math.max(0, place - 20), place))
          process.series.trade('XRP', repeated, clock.now());
      }
      if (cutsAt.has(place)) cutFrom ??= clock.now();
      if (cutFrom !== undefined && clock.now() > cutFrom + 120_000) {
        process.keeper.repairSince('XRP', cutFrom);
        cutFrom = undefined;
      }
      if (cutFrom === undefined) {
        process.series.tick('XRP', trade.price, clock.now());
        process.series.trade('XRP', trade, clock.now());
        if (random(5) === 0) process.series.trade('XRP', trades[Math.max(0, place - random(30))]!, clock.now());
      }
      if (clock.now() >= lookedAt + 60_000) {
        lookedAt = clock.now();
        await process.look().catch(() => undefined);
      }
    }
    assert.ok(answersBadly > 100, `${answersBadly} bad answers`);
    // The exchange answers truly at last.
    const truthful: CandleHistory = {
      ...source,
      history: async (coin, period, count) => {
        const minutes = coin === 'XRP' ? candlesAt(trades, clock.now()) : [];
        return (period === '1min' ? minutes : aggregate(minutes, period)).slice(-count);
      },
    };
    await process.stop();
    clock.set(Math.max(clock.now(), firstMs + dayMs) + 120_000);
    process = await openProcess(pool, clock, truthful);
    await process.look();
    await process.stop();
    process = await openProcess(pool, clock, truthful);
    const truth = candlesAt(trades, clock.now()).filter(({ start }) => start * 1000 < firstMs + dayMs);
    const read = async (period: CandlePeriod): Promise<readonly Candle[]> =>
      await process.keeper.read({
        coin: 'XRP',
        period,
        fromSeconds: firstMs / 1000,
        toSeconds: firstMs / 1000 + 86_399,
        limit: 1440,
      });
    assert.deepEqual((await read('1min')).map(textOf), truth.map(textOf));
    for (const period of ['5min', '15min', '30min', '60min', '4hour', '1day'] as const) {
      assert.deepEqual((await read(period)).map(textOf), aggregate(truth, period).map(textOf), period);
    }
    await process.stop();
    await pool.end();
    await database.drop();
  },
);
