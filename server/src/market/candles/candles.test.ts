import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candlePeriods, formatAmount, wad } from '@candor/wire';
import type { Wad } from '@candor/wire';
import fc from 'fast-check';
import { aggregate, isAligned, periodEnd, periodStart } from './candle-periods.ts';
import { createCandleSeries } from './candle-series.ts';
import { tradeAt } from '../market-fixture.test-support.ts';
import type { Candle } from '../sources/source.ts';
import { runs } from '../../../test/support/seed.ts';

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 16);
const texts = ({ open, high, low, close, amount, volume, count }: Candle) =>
  [open, high, low, close, amount, volume].map(formatAmount).concat(String(count)).join(' ');

test('days, weeks, months and years begin at midnight of UTC+8; a week on Monday', () => {
  const at = Date.UTC(2026, 10, 20, 17, 38, 30); // Saturday, 01:38 in UTC+8
  assert.deepEqual(
    candlePeriods.map((period) => iso(periodStart(period, at))),
    ['2026-11-20T17:38', '2026-11-20T17:35', '2026-11-20T17:30', '2026-11-20T17:30', '2026-11-20T17:00',
     '2026-11-20T16:00', '2026-11-20T16:00', '2026-11-15T16:00', '2026-10-31T16:00',
     '2025-12-31T16:00'], // oxfmt-ignore
  );
  // An id of HTX's own daily candles, from its documentation of 2021.
  assert.ok(isAligned('1day', Date.UTC(2021, 7, 23, 16) / 1000));
  assert.ok(!isAligned('1day', Date.UTC(2021, 7, 23) / 1000));
});

test('every instant lies in exactly one candle of each length', () => {
  fc.assert(
    fc.property(fc.constantFrom(...candlePeriods), fc.integer({ min: 0, max: 4e12 }), (period, ms) => {
      const [start, end] = [periodStart(period, ms), periodEnd(period, ms)];
      assert.ok(start * 1000 <= ms && ms < end * 1000);
      assert.equal(periodStart(period, start * 1000), start);
      assert.equal(periodStart(period, end * 1000 - 1), start);
      assert.equal(periodStart(period, end * 1000), end);
    }),
  );
});

test('prices come from ticks and volumes from trades, in every length at once', () => {
  const series = createCandleSeries();
  const start = Date.UTC(2026, 0, 1, 0, 0, 0);
  series.tick('BTC', wad('100'), start + 1_000);
  series.trade('BTC', tradeAt(1, '500', start + 2_000), start + 2_100);
  series.tick('BTC', wad('103'), start + 3_000);
  series.tick('BTC', wad('98'), start + 4_000);
  series.tick('BTC', wad('99'), start + 61_000);
  series.trade('BTC', tradeAt(2, '99', start + 59_000), start + 61_500);
  assert.deepEqual(series.newest('BTC', '1min').map(texts), ['100 103 98 98 1 299.5 2', '99 99 99 99 0 0 0']);
  assert.deepEqual(series.newest('BTC', '1day').map(texts), ['100 103 98 99 1 299.5 2']);
  assert.equal(series.takeUnstored().length, candlePeriods.length + 1);
  assert.deepEqual(series.takeUnstored(), []);
});

test('a minute that the source closes sets the volume of all candles around it, once', () => {
  const series = createCandleSeries();
  const start = Date.UTC(2026, 0, 1, 0, 0, 0);
  series.tick('BTC', wad('100'), start);
  series.trade('BTC', tradeAt(1, '100', start + 1_000), start + 1_000);
  series.tick('BTC', wad('100'), start + 60_000);
  series.closeMinute('BTC', { ...candle(start / 1000, '90', '110'), amount: wad('7'), volume: wad('700'), count: 9 });
  series.trade('BTC', tradeAt(2, '100', start + 2_000), start + 61_000);
  assert.equal(texts(series.newest('BTC', '1min')[0]!), '100 100 100 100 7 700 9');
  assert.equal(texts(series.newest('BTC', '60min')[0]!), '100 100 100 100 7 700 9');
});

test('minutes that were missed are put in, and widen the longer candles', () => {
  const series = createCandleSeries();
  const start = Date.UTC(2026, 0, 1, 0, 0, 0) / 1000;
  series.tick('BTC', wad('100'), start * 1000);
  series.tick('BTC', wad('105'), (start + 240) * 1000);
  series.give('BTC', [
    candle(start + 60, '80', '90'),
    candle(start + 120, '90', '130'),
    candle(start + 240, '101', '111'),
  ]);
  assert.deepEqual(
    series.newest('BTC', '1min').map((each) => each.start - start),
    [0, 60, 120, 240],
  );
  const [five] = series.newest('BTC', '5min');
  assert.deepEqual(
    [formatAmount(five!.high), formatAmount(five!.low), formatAmount(five!.close), five!.count],
    ['130', '80', '105', 3],
  );
  series.give('BTC', [candle(start + 60, '80', '90')]);
  assert.equal(series.newest('BTC', '5min')[0]!.count, 3);
});

test('history completes the candle that was running when we came', () => {
  const series = createCandleSeries();
  series.tick('BTC', wad('105'), 3_600_000);
  series.fill('BTC', '60min', [candle(0, '100', '101'), { ...candle(3600, '90', '120'), volume: wad('8') }]);
  assert.deepEqual(series.newest('BTC', '60min').map(texts), ['100 101 100 101 1 1 1', '90 120 90 105 1 8 1']);
});

test('joined candles keep volume, extremes, first opening and last close', () => {
  const price = fc.bigInt(1n, 10n ** 24n).map((value) => value as Wad);
  fc.assert(
    fc.property(
      fc.array(fc.tuple(price, price), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(...candlePeriods),
      (rows, period) => {
        const minutes = rows.map(([open, close], place) => ({
          ...candle(place * 60, '1', '1'),
          open,
          close,
          high: open > close ? open : close,
          low: open > close ? close : open,
          volume: open,
        }));
        const joined = aggregate(minutes, period);
        const sum = (candles: readonly Candle[]) => candles.reduce((total, each) => total + each.volume, 0n);
        assert.equal(sum(joined), sum(minutes));
        assert.equal(joined[0]!.open, minutes[0]!.open);
        assert.equal(joined.at(-1)!.close, minutes.at(-1)!.close);
        for (const each of joined) {
          const parts = minutes.filter((minute) => periodStart(period, minute.start * 1000) === each.start);
          assert.ok(parts.every(({ high, low }) => high <= each.high && low >= each.low));
          assert.ok(isAligned(period, each.start));
        }
      },
    ),
    { numRuns: runs(50) },
  );
});

function candle(start: number, open: string, close: string): Candle {
  const [from, to] = [wad(open), wad(close)];
  return {
    start,
    open: from,
    close: to,
    high: from > to ? from : to,
    low: from > to ? to : from,
    amount: wad('1'),
    volume: wad('1'),
    count: 1,
  };
}
