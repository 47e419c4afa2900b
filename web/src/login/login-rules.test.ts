import { expect, test } from 'vitest';
import { faultsOf } from './login-rules.ts';

test('both fields are needed and have their lengths', () => {
  expect(faultsOf({ account: '', password: '' })).toEqual({
    account: { name: 'login.accountRequired' },
    password: { name: 'login.passwordRequired' },
  });
  expect(faultsOf({ account: 'ab', password: 'x'.repeat(21) })).toEqual({
    account: { name: 'login.accountLength', values: { min: 3, max: 50 } },
    password: { name: 'refusals.password-length', values: { min: 6, max: 20 } },
  });
  expect(faultsOf({ account: '12345678', password: 'secret' })).toEqual({});
});
