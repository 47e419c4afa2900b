import { describe, expect, test } from 'vitest';
import { finishAmount, latinDigits, typeAmount } from './type-amount.ts';

describe('typing an amount', () => {
  test.each([
    ['', 4, ''],
    ['0', 4, '0'],
    ['007', 4, '7'],
    ['.', 4, '0.'],
    ['.5', 4, '0.5'],
    ['1.2345', 4, '1.2345'],
    ['12.34567', 4, '12.3456'],
    ['1.99', 1, '1.9'],
    ['1,5', 4, '1.5'],
    ['1,204.50', 4, '1204.50'],
    ['1.204,50', 4, '1204.50'],
    ['1,204,000', 4, '1204000'],
    ["1'204.5", 4, '1204.5'],
    ['1 204,5', 4, '1204.5'],
    ['١٢٫٥', 4, '12.5'],
    ['１２', 0, '12'],
  ])('%j with %i decimals shows %j', (typed, decimals, shown) => {
    expect(typeAmount(typed, decimals)).toBe(shown);
  });

  test.each([
    ['1.', 0],
    ['1,000', 0],
    ['-1', 4],
    ['1e5', 4],
    ['1.2.3', 4],
    ['abc', 4],
    ['1234567890123456', 4],
  ])('%j with %i decimals changes nothing', (typed, decimals) => {
    expect(typeAmount(typed, decimals)).toBeUndefined();
  });
});

test('what is sent has no loose point and no zeros behind', () => {
  expect(['5.', '5.00', '5.50', '0.', '', '100'].map(finishAmount)).toEqual(['5', '5', '5.5', '0', '', '100']);
});

test('digits of other scripts are read', () => {
  expect(latinDigits('٠١٢۳４')).toBe('01234');
});
