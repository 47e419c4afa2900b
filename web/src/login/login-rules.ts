// What the login form accepts before it asks the server: lengths only, as any password may simply be wrong.
import { passwordLength } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';
import type { TextKey } from '../text/keys.ts';

/** The spec's 3-20, and longer for e-mail addresses, which log in too. */
export const accountLength = { min: 3, max: 50 } as const;

export interface LoginFields {
  account: string;
  password: string;
}

export const faultsOf = ({ account, password }: LoginFields): Faults<LoginFields> => ({
  ...faultIn('account', account.trim(), accountLength, 'login.accountLength'),
  ...faultIn('password', password, passwordLength, 'refusals.password-length'),
});

function faultIn(
  field: keyof LoginFields,
  text: string,
  { min, max }: { min: number; max: number },
  outside: TextKey,
): Faults<LoginFields> {
  if (text === '') return { [field]: { name: `login.${field}Required` } };
  return text.length < min || text.length > max ? { [field]: { name: outside, values: { min, max } } } : {};
}
