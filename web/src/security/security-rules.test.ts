import { expect, test } from 'vitest';
import { missingOf, phraseFaults, proofFaults, proofFieldOf } from './security-rules.ts';

test('a proof needs password and code, and words have their length', () => {
  expect(proofFaults({ password: '', code: ' ' })).toEqual({
    password: { name: 'security.passwordRequired' },
    code: { name: 'security.codeRequired' },
  });
  const proof = { password: 'x', code: '1' };
  for (const phrase of ['tea', '   tea   ', 'x'.repeat(21)])
    expect(Object.keys(phraseFaults({ ...proof, phrase }))).toEqual(['phrase']);
  for (const phrase of ['teas', 'x'.repeat(20)]) expect(phraseFaults({ ...proof, phrase })).toEqual({});
});

test('a refusal stands at the field that it is about', () => {
  expect(proofFieldOf('password-wrong')).toBe('password');
  for (const code of ['second-factor-wrong', 'code-invalid', 'code-expired'] as const)
    expect(proofFieldOf(code)).toBe('code');
  expect(proofFieldOf('busy')).toBe(undefined);
});

test('what is missing is counted', () => {
  const whole = { authenticator: true, passkeys: 0, mail_phrase: true, trade_password: true, verified: true };
  expect(missingOf(whole)).toBe(0);
  expect(missingOf({ ...whole, authenticator: false, verified: false })).toBe(2);
  expect(missingOf({ ...whole, authenticator: false, passkeys: 1 })).toBe(0);
});
