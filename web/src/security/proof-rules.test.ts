import { expect, test } from 'vitest';
import { emptiedBy, isOutdated, needsOf, noProof, proofFaults, proofFieldOf } from './proof-rules.ts';

const [none, app] = [
  { authenticator: false, passkeys: 0 },
  { authenticator: true, passkeys: 0 },
];
const [phrase, phraseWithApp] = [needsOf('mail-phrase', none), needsOf('mail-phrase', app)];
const [contact, withdrawal] = [needsOf('contact', app), needsOf('withdrawal', app)];
const missing = (needs: typeof phrase): string[] =>
  Object.entries(proofFaults(noProof, needs)).flatMap(([name, fault]) => (fault ? [name] : []));

test('an act asks for what the server asks for: which password, and one code or both', () => {
  expect([phrase, phraseWithApp, contact, withdrawal].map(({ password, codes }) => [password, ...codes])).toEqual([
    ['login', 'message'],
    ['login', 'second-factor'],
    ['login', 'second-factor', 'message'],
    ['trade', 'second-factor'],
  ]);
  expect([phrase, phraseWithApp, contact, withdrawal].map(missing)).toEqual([
    ['password', 'code'],
    ['password', 'code'],
    ['password', 'code', 'messageCode'],
    ['password', 'code'],
  ]);
  const filled = { password: '12345', code: '1', messageCode: '1' };
  expect(proofFaults(filled, contact)).toEqual({});
  expect(proofFaults(filled, withdrawal)).toEqual({ password: { name: 'ui.sixDigits' } });
  expect(proofFaults({ ...filled, code: ' ' }, phrase)).toEqual({ code: { name: 'security.codeRequired' } });
});

test('a refusal stands at the field that it is about', () => {
  for (const code of ['password-wrong', 'login-throttled', 'trade-password-wrong', 'trade-password-locked'] as const)
    expect(proofFieldOf(code, withdrawal)).toBe('password');
  expect(proofFieldOf('second-factor-wrong', contact)).toBe('code');
  for (const code of ['code-invalid', 'code-expired'] as const)
    expect([phrase, contact].map((needs) => proofFieldOf(code, needs))).toEqual(['code', 'messageCode']);
  expect(proofFieldOf('busy', phrase)).toBeUndefined();
});

test('what is wrong or used up is emptied, and nothing that may still open', () => {
  expect(emptiedBy('trade-password-wrong', withdrawal)).toEqual({ password: '' });
  for (const code of ['trade-password-locked', 'busy'] as const) expect(emptiedBy(code, withdrawal)).toEqual({});
  expect(emptiedBy('password-wrong', contact)).toEqual({});
  expect(emptiedBy('second-factor-wrong', contact)).toEqual({ code: '' });
  for (const code of ['code-invalid', 'address-taken', 'insufficient-balance', 'unreachable'] as const)
    expect(emptiedBy(code, contact)).toEqual({ code: '', messageCode: '' });
});

test('a form that asks for something else than the server does is out of date', () => {
  expect(isOutdated('second-factor-required', phrase)).toBe(true);
  expect(isOutdated('code-invalid', phraseWithApp)).toBe(true);
  expect(isOutdated('trade-password-missing', withdrawal)).toBe(true);
  expect(isOutdated('second-factor-wrong', phraseWithApp)).toBe(false);
  expect(isOutdated('code-invalid', phrase)).toBe(false);
});
