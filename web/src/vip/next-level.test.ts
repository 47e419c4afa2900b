import { expect, test } from 'vitest';
import { nextLevel } from './next-level.ts';

const levels = [
  { level: 1, cost: '100' },
  { level: 2, cost: '1000' },
];
const standing = (level: number, cost: string) => ({ level, cost, counted_at: null, levels });

test('what is missing to the next level', () => {
  expect(nextLevel(standing(0, '0'))).toEqual({ level: 1, missing: '100' });
  expect(nextLevel(standing(1, '100.0001'))).toEqual({ level: 2, missing: '899.9999' });
  expect(nextLevel(standing(2, '1000'))).toBeUndefined();
});

test('nothing is missing to a level that has come to ask for less since the count', () => {
  expect(nextLevel(standing(0, '101'))).toEqual({ level: 1, missing: undefined });
});
