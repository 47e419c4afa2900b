import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coinCodes, coinOfCode, coins, fitsDecimals } from '@candor/wire';
import fc from 'fast-check';
import { manualClock } from '../../kit/clock.ts';
import { until } from '../../kit/until.test-support.ts';
import { periodStart } from '../candles/candle-periods.ts';
import { createIndexPrices } from '../index/index-price.ts';
import { levelsASide, sharedMove, simulatedMarket } from './simulated-market.ts';
import { simulatedCoin } from './simulated-coins.ts';
import { createSimulatedSource } from './simulated-source.ts';
import type { SourceListener } from './source.ts';
import { runs } from '../../../test/support/seed.ts';

const start = Date.UTC(2026, 0, 1);
const moment = fc.integer({ min: 0, max: 3 * 365 * 86_400_000 }).map((offset) => start + offset);
const anyCoin = fc.constantFrom(...coins);
const anySeed = fc.integer({ min: 0, max: 2 ** 31 - 1 });

test('books are whole, sorted and never crossed, and trades happen at their best prices', () => {
  fc.assert(
    fc.property(anyCoin, anySeed, moment, (coin, seed, at) => {
      const market = simulatedMarket({ seed, coin, marketMove: sharedMove(seed) });
      const { bids, asks } = market.book(at);
      assert.ok(bids.length >= levelsASide - 2 && asks.length >= levelsASide - 2, `${bids.length} ${asks.length}`);
      assert.ok(bids[0]![0] < asks[0]![0], 'crossed');
      for (let place = 1; place < bids.length; place++) assert.ok(bids[place]![0] < bids[place - 1]![0]);
      for (let place = 1; place < asks.length; place++) assert.ok(asks[place]![0] > asks[place - 1]![0]);
      for (const [price, size] of [...bids, ...asks]) {
        assert.ok(price > 0n && size > 0n);
        assert.ok(fitsDecimals(price, coin.priceDecimals));
      }
      for (const trade of market.trades(at, 250)) {
        assert.equal(trade.price, trade.direction === 'buy' ? asks[0]![0] : bids[0]![0]);
        assert.ok(trade.amount > 0n);
        assert.equal(trade.at, at);
      }
    }),
    { numRuns: runs(200) },
  );
});

test('prices stay near where they are expected and move as much as they should', () => {
  for (const coin of coins) {
    const market = simulatedMarket({ seed: 7, coin, marketMove: sharedMove(7) });
    const usual = simulatedCoin(coin.code).price * 10 ** coin.priceDecimals;
    const hours = Array.from({ length: 2000 }, (_, hour) => market.priceSteps(start + hour * 3_600_000));
    for (const steps of hours) assert.ok(steps > usual / 3 && steps < usual * 3, `${coin.code} at ${steps / usual}`);
    const moves = hours.slice(1).map((steps, place) => Math.log(steps / hours[place]!));
    const yearly = Math.sqrt((moves.reduce((sum, move) => sum + move * move, 0) / moves.length) * 8766);
    const { yearlyVolatility } = simulatedCoin(coin.code);
    if (coin.code === 'DAI') continue;
    assert.ok(yearly > yearlyVolatility / 2 && yearly < yearlyVolatility * 2, `${coin.code}: ${yearly}`);
  }
});

test('coins move together, but not in step', () => {
  const marketMove = sharedMove(3);
  const moves = ['BTC', 'ETH'].map((code) => {
    const market = simulatedMarket({ seed: 3, coin: coinOfCode(code)!, marketMove });
    return Array.from({ length: 3000 }, (_, hour) =>
      Math.log(market.priceSteps(start + (hour + 1) * 3_600_000) / market.priceSteps(start + hour * 3_600_000)),
    );
  });
  const correlation = correlate(moves[0]!, moves[1]!);
  assert.ok(correlation > 0.4 && correlation < 0.95, String(correlation));
});

test('the same seed and time give the same market; another seed gives another', () => {
  const draw = (seed: number) => {
    const market = simulatedMarket({ seed, coin: coinOfCode('SOL')!, marketMove: sharedMove(seed) });
    const { bids, asks } = market.book(start);
    return { bids, asks, trades: [1, 2, 3, 4].map((step) => market.trades(start + step * 250, 250)) };
  };
  assert.deepEqual(draw(5), draw(5));
  assert.notDeepEqual(draw(5), draw(6));
});

test('history meets the present without a jump, in every length of candle', async () => {
  const now = start + 123_456_789;
  const source = createSimulatedSource({ seed: 11, clock: manualClock(now) });
  const market = simulatedMarket({ seed: 11, coin: coinOfCode('ETH')!, marketMove: sharedMove(11) });
  for (const period of ['1min', '60min', '1day', '1week', '1mon'] as const) {
    const candles = await source.history('ETH', period, 30);
    assert.equal(candles.length, 30);
    assert.equal(candles.at(-1)!.start, periodStart(period, now));
    assert.equal(candles.at(-1)!.close, market.toPrice(market.priceSteps(now)), period);
    for (const [place, candle] of candles.entries()) {
      assert.equal(periodStart(period, candle.start * 1000), candle.start);
      assert.ok(candle.low <= candle.open && candle.open <= candle.high);
      assert.ok(candle.low <= candle.close && candle.close <= candle.high);
      assert.ok(candle.volume > 0n && candle.amount > 0n);
      if (place > 0) assert.equal(candle.open, candles[place - 1]!.close);
    }
  }
});

test('each coin is told its book at every step, and a pause is reported', async () => {
  const clock = manualClock(start + 100);
  const books = new Set<string>();
  let told = 0;
  const pauses: [string, number][] = [];
  const listener: SourceListener = {
    book(coin) {
      books.add(coin);
      told++;
    },
    trades: () => undefined,
    detail: () => undefined,
    minute: () => undefined,
    recovered: (coin, sinceMs) => void pauses.push([coin, sinceMs]),
  };
  const source = createSimulatedSource({ seed: 1, clock });
  source.connect(listener);
  assert.equal(books.size, coins.length);
  clock.advance(60_000);
  await until('pauses are reported', () => pauses.length >= coins.length);
  const before = told;
  clock.advance(250);
  await until('another step', () => told > before);
  await source.close();
  assert.deepEqual(pauses.map(([coin]) => coin).toSorted(), coinCodes.toSorted());
  assert.equal(pauses[0]![1], start);
});

test('a restless market changes the price of every coin in every step', async () => {
  const clock = manualClock(start + 100);
  const index = createIndexPrices([{ name: 'simulated', quotes: 'USDT', pairs: new Set(coinCodes) }]);
  const listener: SourceListener = {
    book(coin, { bids, asks, at }) {
      const [[bid, bidSize], [ask, askSize]] = [bids[0]!, asks[0]!];
      index.update('simulated', coin, { quote: { bid, bidSize, ask, askSize }, sentAt: at }, clock.now());
    },
    trades: (coin, prints) => index.update('simulated', coin, { prints }, clock.now()),
    detail: () => undefined,
    minute: () => undefined,
    recovered: () => undefined,
  };
  const prices = (): (bigint | undefined)[] => coins.map(({ code }) => index.priceOf(code, clock.now())?.price);
  const source = createSimulatedSource({ seed: 1, clock, stepMs: 100, isRestless: true });
  source.connect(listener);
  for (let steps = 0; steps < 5; steps++) {
    const before = prices();
    clock.advance(100);
    await until('a price has changed', () => prices().some((price, place) => price !== before[place]));
    const stood = coins.filter((_, place) => prices()[place] === before[place]);
    assert.deepEqual(
      stood.map(({ code }) => code),
      [],
    );
  }
  await source.close();
});

function correlate(left: readonly number[], right: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [leftMean, rightMean] = [mean(left), mean(right)];
  let [both, ofLeft, ofRight] = [0, 0, 0];
  for (const [place, value] of left.entries()) {
    both += (value - leftMean) * (right[place]! - rightMean);
    ofLeft += (value - leftMean) ** 2;
    ofRight += (right[place]! - rightMean) ** 2;
  }
  return both / Math.sqrt(ofLeft * ofRight);
}
