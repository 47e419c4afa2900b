import { expect, test } from 'vitest';
import { nextLevel } from './next-level.ts';

const levels = [
  { level: 1, volume: '10000' },
  { level: 2, volume: '100000' },
];
const standing = (level: number, volume: string) => ({ level, volume, counted_at: null, levels });

test('what is missing to the next level', () => {
  expect(nextLevel(standing(0, '0'))).toEqual({ level: 1, missing: '10000' });
  expect(nextLevel(standing(1, '10000.0001'))).toEqual({ level: 2, missing: '89999.9999' });
  expect(nextLevel(standing(2, '100000'))).toBeUndefined();
});

test('nothing is missing to a level that has come to ask for less since the count', () => {
  expect(nextLevel(standing(0, '10001'))).toEqual({ level: 1, missing: undefined });
});
