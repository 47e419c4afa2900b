// Replays a recorded day of trades, through restarts and lost connections, on a real database: in the end the candles equal those of the
// recording, to the last digit. The test sets the time.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { add, formatAmount, multiplyDown, zero } from '@candor/wire';
import type { Wad } from '@candor/wire';
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
const cutMs = 120_000;
type ManualClock = ReturnType<typeof manualClock>;

/** Reads rows [ms, id, type, side, price, amount, cost]; returns the first whole day of UTC+8. */
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

/** Returns the exchange's candles at an instant; a minute without trades is flat at the price before it. */
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

/** Starts the candles of one server process; the test feeds them as a source does. */
async function openProcess(pool: Pool, clock: ManualClock, source: CandleHistory) {
  const series = createCandleSeries();
  const keeper = createCandleKeeper({ pool, clock, source, series });
  await keeper.load();
  // Timers never fire: the test starts every run itself.
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

/** An exchange that has candles of this coin only. */
const exchangeOf = (answer: (nowMs: number) => Candle[], clock: ManualClock): CandleHistory => ({
  historyMax: 2000,
  isRecord: true,
  history: async (coin, period, count) => {
    if (coin !== 'XRP') return [];
    const minutes = answer(clock.now());
    return (period === '1min' ? minutes : aggregate(minutes, period)).slice(-count);
  },
});

/** Throws, or returns nothing, some of the candles, candles of a while ago, or the true ones. */
function answerSomehow(trades: readonly Trade[], nowMs: number, random: (max: number) => number): Candle[] {
  const way = random(6);
  if (way === 0) throw new Error('429');
  if (way === 1) return [];
  const candles = candlesAt(trades, nowMs - (way === 3 ? 90_000 : 0));
  return way === 2 ? candles.filter(() => random(3) > 0) : candles;
}

interface Day {
  trades: readonly Trade[];
  clock: ManualClock;
  random: ReturnType<typeof randomIntOf>;
  start: () => ReturnType<typeof openProcess>;
}

/** Runs servers through the day; returns the process that runs at the end. */
async function live({ trades, clock, random, start }: Day): ReturnType<typeof openProcess> {
  const places = (count: number) => new Set(Array.from({ length: count }, () => random(1, trades.length)));
  const [restartsAt, cutsAt] = [places(restarts), places(cuts)];
  let server = await start();
  let cutFrom: number | undefined;
  let lookedAt = 0;
  for (const [place, trade] of trades.entries()) {
    clock.set(trade.at);
    if (restartsAt.has(place)) {
      await server.stop();
      server = await start();
      // After each subscription the exchange sends its last trades again.
      for (const repeated of trades.slice(Math.max(0, place - 20), place))
        server.series.trade('XRP', repeated, trade.at);
    }
    if (cutsAt.has(place)) cutFrom ??= trade.at;
    if (cutFrom !== undefined && trade.at > cutFrom + cutMs) {
      server.keeper.repairSince('XRP', cutFrom);
      cutFrom = undefined;
    }
    if (cutFrom === undefined) {
      server.series.tick('XRP', trade.price, trade.at);
      server.series.trade('XRP', trade, trade.at);
      if (random(5) === 0) server.series.trade('XRP', trades[Math.max(0, place - random(30))]!, trade.at);
    }
    if (trade.at >= lookedAt + 60_000) {
      lookedAt = trade.at;
      await server.look();
    }
  }
  return server;
}

const isRecorded = existsSync(recording);

test(
  'a day of trades through 50 restarts and 20 lost connections is the recording, to the last digit',
  isRecorded
    ? longRun('writes and reads the candles of a day fifty times')
    : { skip: 'no recorded trades beside the repository' },
  async () => {
    const trades = readDay();
    const firstMs = periodStart('1day', trades[0]!.at) * 1000;
    const endMs = firstMs + dayMs;
    const database = await cloneDatabase();
    const pool = openPool(database.url);
    const clock = manualClock(trades[0]!.at);
    const random = randomIntOf(testSeed);
    const faulty = exchangeOf((nowMs) => answerSomehow(trades, nowMs, random), clock);
    const lived = await live({ trades, clock, random, start: () => openProcess(pool, clock, faulty) });
    await lived.stop();
    // From now on the exchange sends the true candles.
    clock.set(endMs + 120_000);
    const truthful = exchangeOf((nowMs) => candlesAt(trades, nowMs), clock);
    const repaired = await openProcess(pool, clock, truthful);
    await repaired.look();
    await repaired.stop();
    const last = await openProcess(pool, clock, truthful);
    const truth = candlesAt(trades, endMs).slice(0, -1);
    const range = { coin: 'XRP', fromSeconds: firstMs / 1000, toSeconds: endMs / 1000 - 1, limit: 1440 } as const;
    for (const period of ['1min', '5min', '15min', '30min', '60min', '4hour', '1day'] as const) {
      const kept = await last.keeper.read({ ...range, period });
      assert.deepEqual(kept.map(textOf), aggregate(truth, period).map(textOf), period);
    }
    await last.stop();
    await pool.end();
    await database.drop();
  },
);
