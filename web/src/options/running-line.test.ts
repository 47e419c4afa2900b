import { expect, test } from 'vitest';
import { pictureOf, withSpots } from './running-line.ts';

const run = { entry: { at: 1_000, price: 100 }, endsAt: 31_000 };

test('the entry is in the middle of the height, and the furthest price at its edge', () => {
  const spots = [{ at: 16_000, price: 104 }, { at: 31_000, price: 98 }]; // oxfmt-ignore
  expect(pictureOf(spots, run)).toEqual([
    { x: 0, y: 0.5 },
    { x: 0.5, y: 0 },
    { x: 1, y: 0.75 },
  ]);
  expect(pictureOf([], run)).toEqual([{ x: 0, y: 0.5 }]);
});

test('ticks of the archive and of the feed become one line, in their order and each moment once', () => {
  const live = withSpots([], [{ at: 11_000, price: 102 }], run);
  const all = withSpots(live, [{ at: 6_000, price: 101 }, { at: 11_010, price: 103 }], run); // oxfmt-ignore
  expect(all).toEqual([
    { at: 6_000, price: 101 },
    { at: 11_010, price: 103 },
  ]);
});

test('what came before the entry or after the end is no part of it', () => {
  expect(withSpots([], [{ at: 900, price: 1 }, { at: 31_001, price: 1 }, { at: 31_000, price: 99 }], run)).toEqual([
    { at: 31_000, price: 99 },
  ]); // oxfmt-ignore
});

test('a long run keeps as few points as a short one', () => {
  const long = { ...run, endsAt: 601_000 };
  const ticks = Array.from({ length: 6_000 }, (_, place) => ({ at: 1_100 + place * 100, price: 100 }));
  expect(withSpots([], ticks, long).length).toBeLessThanOrEqual(301);
});
