import fc from 'fast-check';
import { expect, test } from 'vitest';
import { depthCurve } from './depth-curve.ts';

test('amounts add up outwards, both sides reach equally far, and the deeper one touches the top', () => {
  const curve = depthCurve({
    bids: [['99', '1'], ['98', '2'], ['90', '50']],
    asks: [['101', '3'], ['102', '1']],
  })!; // oxfmt-ignore
  expect(curve).toEqual({
    bids: [
      { x: 25, y: 25, price: '99', sum: '1' },
      { x: 0, y: 75, price: '98', sum: '3' },
    ],
    asks: [
      { x: 75, y: 75, price: '101', sum: '3' },
      { x: 100, y: 100, price: '102', sum: '4' },
    ],
    low: '98',
    middle: '100',
    high: '102',
  });
});

test('there is no picture of a book without two sides, or of one that crosses', () => {
  expect(depthCurve({ bids: [], asks: [['1', '1']] })).toBeUndefined();
  expect(depthCurve({ bids: [['1', '1']], asks: [] })).toBeUndefined();
  expect(depthCurve({ bids: [['2', '1']], asks: [['1', '1']] })).toBeUndefined();
  expect(depthCurve({ bids: [['1', '0']], asks: [['2', '0']] })).toBeUndefined();
});

test('whatever the book, every point lies in the picture and the curves rise outwards', () => {
  const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 1_000_000 })), { minLength: 1, maxLength: 60 }); // oxfmt-ignore
  fc.assert(
    fc.property(levels, levels, (below, above) => {
      const unique = (all: [number, number][]) => [...new Map(all)].toSorted(([left], [right]) => left - right);
      const bids = unique(below).map(([gap, size]) => [`${500 - gap}`, `${size}e-3`] as const);
      const asks = unique(above).map(([gap, size]) => [`${500 + gap}`, `${size}e-3`] as const);
      const curve = depthCurve({ bids, asks })!;
      const all = [...curve.bids, ...curve.asks];
      expect(curve.bids.length).toBeGreaterThan(0);
      expect(curve.asks.length).toBeGreaterThan(0);
      expect(Math.max(...all.map(({ y }) => y))).toBe(100);
      for (const { x, y } of all) expect(x >= 0 && x <= 100 && y > -1 && y <= 100).toBe(true);
      for (const side of [curve.bids, curve.asks]) {
        const away = side.map(({ x }) => Math.abs(x - 50));
        expect(away).toEqual(away.toSorted((left, right) => left - right));
        expect(side.map(({ y }) => y)).toEqual(side.map(({ y }) => y).toSorted((left, right) => left - right));
      }
    }),
  );
});
