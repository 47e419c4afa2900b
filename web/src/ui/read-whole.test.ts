import { expect, test } from 'vitest';
import { readWhole } from './read-whole.ts';

test.each([
  ['12', 12],
  ['١٢', 12],
  ['１２', 12],
  [' 12 ', 12],
  ['　１２　', 12],
  ['\u200f١٢', 12],
  ['012', 12],
  ['', undefined],
  ['-12', undefined],
  ['1.5', undefined],
  ['1 2', undefined],
  ['1²', undefined],
  ['①', undefined],
  ['twelve', undefined],
])('%j is the whole number %s', (text, number) => {
  expect(readWhole(text)).toBe(number);
});
