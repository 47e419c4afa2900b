// Longer candles some of whose minutes are no longer kept: history knows more than the kept minutes do, and an answer may come hours late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad } from '@candor/wire';
import { tradeAt } from '../market-fixture.test-support.ts';
import type { Candle } from '../sources/source.ts';
import { candlesKept } from './candle-list.ts';
import { createCandleSeries, type CandleSeries } from './candle-series.ts';

const start = Date.UTC(2026, 0, 1) / 1000;
const textOf = ({ open, high, low, close, volume, count }: Candle): string =>
  `${[open, high, low, close, volume].map(formatAmount).join(' ')} ${count}`;

function candle(at: number, prices: [open: string, close: string], count = 1): Candle {
  const [open, close] = [wad(prices[0]), wad(prices[1])];
  const [high, low] = open > close ? [open, close] : [close, open];
  return { start: at, open, high, low, close, amount: wad(String(count)), volume: wad(String(count)), count };
}

const firstOf = (series: CandleSeries, period: '5min' | '60min'): string =>
  textOf(series.newest('BTC', period).find((one) => one.start === start)!);

/** Adds one tick in each of `count` minutes, starting with `fromMinute`. */
function tickOn(series: CandleSeries, fromMinute: number, count: number): void {
  for (let minute = fromMinute; minute < fromMinute + count; minute++)
    series.tick('BTC', wad('100'), (start + minute * 60) * 1000);
}

test('the first minute after a hole does not set the open of an hour whose beginning is known from history', () => {
  const series = createCandleSeries();
  series.tick('BTC', wad('99'), (start - 60) * 1000);
  series.fill('BTC', '60min', [candle(start - 3600, ['98', '99']), candle(start, ['100', '120'], 8)]);
  series.tick('BTC', wad('125'), (start + 1560) * 1000);
  series.tick('BTC', wad('126'), (start + 1561) * 1000);
  assert.equal(firstOf(series, '60min'), '100 126 100 126 8 8');
});

test('an answer for a minute that is no longer kept does not set the close of a candle that went on after it', () => {
  const series = createCandleSeries();
  tickOn(series, 0, 1);
  series.miss('BTC', { fromMs: (start + 61) * 1000, toMs: (start + 179) * 1000 });
  series.tick('BTC', wad('107'), (start + 240) * 1000);
  tickOn(series, 5, candlesKept);
  series.give(
    'BTC',
    [1, 2, 3].map((minute) => candle(start + minute * 60, ['101', '102'])),
  );
  assert.equal(firstOf(series, '5min'), '100 107 100 107 2 2');
});

/** Returns a process that loads what another one stored: the newest minutes, and before them those that are incomplete. */
function begunAnew(before: CandleSeries): CandleSeries {
  const series = createCandleSeries();
  const stored = before.takeUnstored();
  for (const period of ['1min', '5min', '60min'] as const) {
    const keys = stored.filter((key) => key.period === period);
    const partial = keys.slice(0, -candlesKept).filter(({ facts }) => facts?.isMissed && !facts.isFinal);
    series.load('BTC', period, period === '1min' ? [...partial, ...keys.slice(-candlesKept)] : keys, 0);
  }
  return series;
}

for (const isBegunAnew of [false, true])
  test(`an answer for a minute hours later adds only trades that were not counted, ${isBegunAnew ? 'after' : 'without'} a start`, () => {
    const before = createCandleSeries();
    tickOn(before, 0, 2);
    before.trade('BTC', tradeAt(1, '100', (start + 61) * 1000), (start + 61) * 1000);
    before.miss('BTC', { fromMs: (start + 62) * 1000, toMs: (start + 119) * 1000 });
    // Enough minutes that the old ones are dropped from memory.
    tickOn(before, 2, candlesKept * 3);
    assert.equal(firstOf(before, '5min'), '100 100 100 100 50 1');
    const series = isBegunAnew ? begunAnew(before) : before;
    series.give('BTC', [candle(start + 60, ['100', '100'], 3), candle(start + 120, ['100', '100'], 1)]);
    assert.equal(firstOf(series, '5min'), '100 100 100 100 3 3');
  });
