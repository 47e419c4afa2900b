import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('what is guessed first is weak, however long', () => {
  for (const password of ['123456', 'password', 'aaaaaaaaaaaa', 'qwerty2024', 'abcdefgh', 'Passw0rd']) {
    expect(passwordStrength(password), password).toBeLessThanOrEqual(1);
  }
});

test('length and variety make it stronger', () => {
  expect(passwordStrength('k3b9x')).toBe(0);
  expect(passwordStrength('tulpe-9Kran')).toBeGreaterThanOrEqual(2);
  expect(passwordStrength('vT9#qLm2!xRw7Zp')).toBe(3);
});
