import { expect, test } from 'vitest';
import { placeTags, tagHeight } from './place-tags.ts';
import type { TaggedLine } from './place-tags.ts';

const at = (id: string, y: number, kind = 'entry'): TaggedLine => ({ id, kind, y });
const room = { height: 200, last: 100 };
const placesOf = (lines: TaggedLine[], within: { height: number; last: number | undefined } = room) =>
  Object.fromEntries(placeTags(lines, within).map(({ id, y }) => [id, y]));

test('tags with room stay where their lines are', () => {
  expect(placesOf([at('a', 20), at('b', 60), at('c', 150)])).toEqual({ a: 20, b: 60, c: 150 });
});

test('none lies over the present price or over another', () => {
  expect(placesOf([at('entry', 98), at('stop', 92), at('take', 103)])).toEqual({
    entry: 100 - tagHeight,
    stop: 100 - 2 * tagHeight,
    take: 100 + tagHeight,
  });
  expect(placesOf([at('same', 100)])).toEqual({ same: 100 + tagHeight });
});

test('at the edge they move back into the canvas, and keep their order', () => {
  expect(placesOf([at('a', 198), at('b', 199)])).toEqual({ a: 200 - 1.5 * tagHeight, b: 200 - tagHeight / 2 });
  expect(placesOf([at('a', 1), at('b', 2)])).toEqual({ a: tagHeight / 2, b: 1.5 * tagHeight });
  expect(placesOf([at('a', 5)], { height: 200, last: undefined })).toEqual({ a: 5 });
});

test('what lies beyond is told at the edge, once for each kind', () => {
  const lines = [at('liq', 900, 'liquidation'), at('other liq', 400, 'liquidation'), at('tp', -30, 'takeProfit')];
  expect(placeTags(lines, room)).toEqual([
    { id: 'tp', y: tagHeight / 2, beyond: 'above', more: 0 },
    { id: 'other liq', y: 200 - tagHeight / 2, beyond: 'below', more: 1 },
  ]);
});

test('without room on one side of the present price they stand on the other one', () => {
  const lines = [at('entry', 172), at('stop', 230, 'stopLoss'), at('liq', 900, 'liquidation')];
  expect(placesOf(lines, { height: 200, last: 160 })).toEqual({
    entry: 160 - 2 * tagHeight,
    stop: 160 - tagHeight,
    liq: 200 - tagHeight / 2,
  });
});
