import { expect, test } from 'vitest';
import { missingOf, phraseFaults } from './security-rules.ts';

test('words of a mail have their length', () => {
  for (const phrase of ['tea', '   tea   ', 'x'.repeat(21)])
    expect(Object.keys(phraseFaults(phrase))).toEqual(['phrase']);
  for (const phrase of ['teas', 'x'.repeat(20)]) expect(phraseFaults(phrase)).toEqual({});
});

test('what is missing is counted', () => {
  const whole = { authenticator: true, passkeys: 0, mail_phrase: true, trade_password: true, verified: true };
  expect(missingOf(whole)).toBe(0);
  expect(missingOf({ ...whole, authenticator: false, verified: false })).toBe(2);
  expect(missingOf({ ...whole, authenticator: false, passkeys: 1 })).toBe(0);
});
