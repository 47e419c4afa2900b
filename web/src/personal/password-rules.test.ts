import { describe, expect, test } from 'vitest';
import { fieldOf, loginPasswordFaults, tradePasswordFaults } from './password-rules.ts';
import type { Faults } from './password-rules.ts';

const namesIn = (faults: Faults) =>
  Object.fromEntries(Object.entries(faults).map(([field, { name }]) => [field, name]));

describe('login password', () => {
  test.each([
    ['old one', 'new one', 'new one', {}],
    ['', 'new one', 'new one', { original: 'originalRequired' }],
    ['old one', '', '', { next: 'nextRequired', confirm: 'confirmRequired' }],
    ['old one', 'short', 'short', { next: 'nextLength' }],
    ['old one', 'x'.repeat(21), 'x'.repeat(21), { next: 'nextLength' }],
    ['old one', 'old one', 'old one', { next: 'nextSame' }],
    ['old one', 'new one', 'new two', { confirm: 'confirmDiffers' }],
  ])('%s, %s, %s', (original, next, confirm, expected) => {
    expect(namesIn(loginPasswordFaults({ original, next, confirm }))).toEqual(expected);
  });
});

describe('trade password', () => {
  test.each([
    [false, '', '123456', '123456', {}],
    [true, '', '123456', '123456', { original: 'sixDigits' }],
    [true, '654321', '123456', '123456', {}],
    [true, '123456', '123456', '123456', { next: 'nextSame' }],
    [false, '', '12345', '12345', { next: 'sixDigits', confirm: 'sixDigits' }],
    [false, '', '12345a', '12345a', { next: 'sixDigits', confirm: 'sixDigits' }],
    [false, '', '123456', '123457', { confirm: 'confirmDiffers' }],
  ])('has one %s: %s, %s, %s', (hasOne, original, next, confirm, expected) => {
    expect(namesIn(tradePasswordFaults({ original, next, confirm }, hasOne))).toEqual(expected);
  });
});

test('a wrong or locked original is told at its field', () => {
  expect(fieldOf('password-wrong')).toBe('original');
  expect(fieldOf('trade-password-locked')).toBe('original');
  expect(fieldOf('busy')).toBeUndefined();
});
