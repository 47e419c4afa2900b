import { expect, test } from 'vitest';
import { candleRange, isNear, widenRange } from './widen-range.ts';

const candles = { from: 100, to: 110 };

test('the range is that of the candles, whatever is computed from them', () => {
  expect(candleRange([{ low: 101, high: 104 }, { low: 100, high: 103 }, { low: 102, high: 110 }])).toEqual(candles); // oxfmt-ignore
  expect(candleRange([])).toBeUndefined();
});

test('lines next to the candles are in sight, on both sides', () => {
  expect(widenRange(candles, [105, 111.5, 98.5], false)).toEqual({ from: 98.5, to: 111.5 });
});

test('a line further away does not press the candles flat until it is asked for', () => {
  expect(widenRange(candles, [80, 140, 111], false)).toEqual({ from: 100, to: 111 });
  expect(widenRange(candles, [80, 140, 111], true)).toEqual({ from: 80, to: 140 });
  expect([isNear(candles, 98.4), isNear(candles, 98.6), isNear(candles, 111.6)]).toEqual([false, true, false]);
});

test('without lines it stays', () => {
  expect(widenRange(candles, [], false)).toEqual(candles);
});
