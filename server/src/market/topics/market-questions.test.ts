import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candlePeriods, candleRange } from '@candor/wire';
import fc from 'fast-check';
import { periodEnd, periodStart } from '../candles/candle-periods.ts';
import { plainCandleQuestion } from './market-questions.ts';
import { runs } from '../../../test/support/seed.ts';

const now = Date.UTC(2026, 10, 20, 12, 34, 56);
const seconds = Math.floor(now / 1000);
const question = { coin: 'BTC', revision: 7 } as const;

test('a question in its plainest form has the same answer', () => {
  const instant = fc.integer({ min: seconds - 5_000_000, max: seconds + 5_000 });
  fc.assert(
    fc.property(fc.constantFrom(...candlePeriods), instant, instant, (period, from, to) => {
      const { range } = plainCandleQuestion({ ...question, period }, { from, to }, now);
      const starts: number[] = [];
      for (let start = periodStart(period, (seconds - 400_000) * 1000); start <= seconds;) {
        starts.push(start);
        start = periodEnd(period, start * 1000);
      }
      const within = (first = 0, last: number = candleRange.last): number[] =>
        starts.filter((start) => start >= first && start <= last);
      assert.deepEqual(within(range.from, range.to), within(from, to));
    }),
    { numRuns: runs(300) },
  );
});

test('whoever asks about the same minute asks the same, and only what can change is asked anew soon', () => {
  const minute = periodStart('1min', now) - 6_000;
  const ask = (from: number, to: number, revision = 7) =>
    plainCandleQuestion({ ...question, revision, period: '1min' }, { from, to }, now);
  const first = ask(minute + 1, minute + 600);
  for (let second = 1; second < 60; second++) {
    assert.equal(ask(minute + second, minute + 600 + (second % 60)).key, first.key);
  }
  assert.notEqual(ask(minute, minute + 600).key, first.key);
  assert.notEqual(ask(minute + 1, minute + 600, 8).key, first.key, 'a correction makes another answer');
  const running = ask(minute, seconds + 1);
  assert.equal(running.key, ask(minute, candleRange.last).key);
  assert.equal(running.keepMs, 250);
  assert.equal(first.keepMs, 2_000);
  assert.deepEqual(ask(candleRange.first, candleRange.last).range, {});
});
