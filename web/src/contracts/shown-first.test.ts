import { expect, test } from 'vitest';
import { isMixed, shownFirst } from './shown-first.ts';

const orders = ['ethusdt', 'btcusdt', 'solusdt', 'btcusdt'].map((pair, id) => ({ trade_btc_tpye: pair, id }));
const idsOf = (found: typeof orders): number[] => found.map(({ id }) => id);

test('what one looks at stands first, and all else keeps its order', () => {
  expect(idsOf(shownFirst(orders, { symbol: 'btcusdt', isOnly: false }))).toEqual([1, 3, 0, 2]);
  expect(idsOf(shownFirst(orders, { symbol: 'btcusdt', isOnly: true }))).toEqual([1, 3]);
  expect(idsOf(shownFirst(orders, { symbol: undefined, isOnly: false }))).toEqual([0, 1, 2, 3]);
});

test('there is a choice only where others are listed too', () => {
  expect(isMixed(orders, 'btcusdt')).toBe(true);
  expect(isMixed(orders, 'xrpusdt')).toBe(false);
  expect(isMixed(orders.slice(1, 2), 'btcusdt')).toBe(false);
  expect(isMixed(orders, undefined)).toBe(false);
});
