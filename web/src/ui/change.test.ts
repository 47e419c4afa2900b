import { expect, test } from 'vitest';
import { changeOf, moveOf } from './change.tsx';

test('a change is the share of the opening price', () => {
  expect(changeOf('100', '101.239')).toBe('0.0123');
  expect(changeOf('100', '98.761')).toBe('-0.0123');
  expect(changeOf('100', '100.001')).toBe('0.0000');
  expect(changeOf('9.2E-7', '1.84E-6')).toBe('1.0000');
});

test('there is none without two prices', () => {
  for (const [open, close] of [
    ['0', '1'],
    [null, '1'],
    ['1', undefined],
    ['x', '1'],
  ] as const) {
    expect(changeOf(open, close)).toBeNull();
  }
});

test('what shows as 0.00% has not moved', () => {
  expect(['0.0001', '-0.0001', '1', '-12.5'].map(moveOf)).toEqual(['up', 'down', 'up', 'down']);
  expect(['0', '-0', '0.0000', '-0.00001', '0.00009', null, undefined].map(moveOf)).toEqual(Array(7).fill('unchanged'));
});
