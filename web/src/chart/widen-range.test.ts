import { expect, test } from 'vitest';
import { widenRange } from './widen-range.ts';

const candles = { from: 100, to: 110 };

test('near lines are taken in, on both sides', () => {
  expect(widenRange(candles, [105, 112, 95])).toEqual({ from: 95, to: 112 });
});

test('a line far away does not press the candles flat', () => {
  expect(widenRange(candles, [80, 140, 122.5])).toEqual({ from: 100, to: 122.5 });
  expect(widenRange(candles, [87.4, 122.6])).toEqual(candles);
});

test('without lines it stays', () => {
  expect(widenRange(candles, [])).toEqual(candles);
});
