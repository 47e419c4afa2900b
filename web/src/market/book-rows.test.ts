import { expect, test } from 'vitest';
import { bookRowsMax, drawBook, withKeptRows } from './book-rows.ts';

test('sizes add up outwards on one scale for both sides', () => {
  const { bids, asks } = drawBook({
    bids: [['99.5', '1'], ['99', '1']],
    asks: [['100', '1'], ['101', '3']],
  }); // oxfmt-ignore
  expect(bids.map(({ depth }) => depth)).toEqual([25, 50]);
  expect(asks.map(({ depth }) => depth)).toEqual([25, 100]);
});

test('the spread is exact, and its share is of the best ask', () => {
  const { spread, spreadShare } = drawBook({ bids: [['9.20E-7', '5']], asks: [['9.30E-7', '5']] });
  expect(spread).toBe('0.00000001');
  expect(spreadShare?.slice(0, 8)).toBe('0.010752');
});

test('at most sixteen levels a side; an empty side has no spread', () => {
  const levels = Array.from({ length: 40 }, (_, place) => [`${100 - place}`, '1'] as const);
  const { bids, asks, spread } = drawBook({ bids: levels, asks: [] });
  expect(bids).toHaveLength(bookRowsMax);
  expect(bids.at(-1)?.depth).toBe(100);
  expect(asks).toEqual([]);
  expect(spread).toBeNull();
});

test('a row that has not changed stays the same object', () => {
  const before = drawBook({ bids: [['99', '1'], ['98', '3']], asks: [['100', '4']] }); // oxfmt-ignore
  const after = withKeptRows(drawBook({ bids: [['99', '1'], ['98', '2']], asks: [['100', '4']] }), before); // oxfmt-ignore
  expect(after.bids[0]).toBe(before.bids[0]);
  expect(after.bids[1]).not.toBe(before.bids[1]);
  expect(after.asks[0]).toBe(before.asks[0]);
  expect(withKeptRows(before, undefined)).toBe(before);
});
