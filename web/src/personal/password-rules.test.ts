import { describe, expect, test } from 'vitest';
import { fieldOf, loginPasswordFaults, tradePasswordFaults } from './password-rules.ts';
import type { PasswordFaults } from './password-rules.ts';

const namesIn = (faults: PasswordFaults) =>
  Object.fromEntries(
    Object.entries(faults)
      .filter(([, fault]) => fault !== undefined)
      .map(([field, fault]) => [field, 'name' in fault! && fault.name]),
  );

describe('login password', () => {
  test.each([
    ['old one', 'new one', 'new one', {}],
    ['', 'new one', 'new one', { original: 'personal.originalRequired' }],
    ['old one', '', '', { next: 'personal.nextRequired', confirm: 'personal.confirmRequired' }],
    ['old one', 'short', 'short', { next: 'refusals.password-length' }],
    ['old one', 'x'.repeat(21), 'x'.repeat(21), { next: 'refusals.password-length' }],
    ['old one', 'old one', 'old one', { next: 'refusals.password-same' }],
    ['old one', 'new one', 'new two', { confirm: 'register.confirmDiffers' }],
    ['old one', 'zzzzzzzz', 'zzzzzzzz', { next: 'refusals.password-weak' }],
    ['old one', 'qwertyui', 'qwertyui', { next: 'refusals.password-weak' }],
  ])('%s, %s, %s', (original, next, confirm, expected) => {
    expect(namesIn(loginPasswordFaults({ original, next, confirm }))).toEqual(expected);
  });
});

describe('trade password', () => {
  test.each([
    [false, '', '482916', '482916', {}],
    [true, '', '482916', '482916', { original: 'ui.sixDigits' }],
    [true, '654321', '482916', '482916', {}],
    [true, '482916', '482916', '482916', { next: 'refusals.password-same' }],
    [false, '', '123456', '123456', { next: 'refusals.password-weak' }],
    [false, '', '112233', '112233', { next: 'refusals.password-weak' }],
    [false, '', '12345', '12345', { next: 'ui.sixDigits', confirm: 'ui.sixDigits' }],
    [false, '', '12345a', '12345a', { next: 'ui.sixDigits', confirm: 'ui.sixDigits' }],
    [false, '', '482916', '482917', { confirm: 'register.confirmDiffers' }],
  ])('has one %s: %s, %s, %s', (hasOne, original, next, confirm, expected) => {
    expect(namesIn(tradePasswordFaults({ original, next, confirm }, hasOne))).toEqual(expected);
  });
});

test('a wrong or locked original is told at its field', () => {
  expect(fieldOf('password-wrong')).toBe('original');
  expect(fieldOf('trade-password-locked')).toBe('original');
  expect(fieldOf('password-weak')).toBe('next');
  expect(fieldOf('busy')).toBeUndefined();
});
