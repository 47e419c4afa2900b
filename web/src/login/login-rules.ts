// What the login form accepts before it asks the server: lengths only, as any password may simply be wrong.
import { passwordLength, passwordSize } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';
import type { TextKey } from '../text/keys.ts';

/** The spec's 3-20, and longer for e-mail addresses, which log in too. */
export const accountLength = { min: 3, max: 50 } as const;

export interface LoginFields {
  account: string;
  password: string;
}

export const faultsOf = ({ account, password }: LoginFields): Faults<LoginFields> => ({
  ...faultIn('account', [account.trim().length], accountLength, 'login.accountLength'),
  // One that was set before keyboards were made equal has as many characters as it was typed with.
  ...faultIn('password', [passwordSize(password), [...password].length], passwordLength, 'refusals.password-length'),
});

/** Wrong when it is so by all ways of counting. */
function faultIn(
  field: keyof LoginFields,
  sizes: readonly number[],
  { min, max }: { min: number; max: number },
  outside: TextKey,
): Faults<LoginFields> {
  if (sizes.every((size) => size === 0)) return { [field]: { name: `login.${field}Required` } };
  return sizes.every((size) => size < min || size > max) ? { [field]: { name: outside, values: { min, max } } } : {};
}
