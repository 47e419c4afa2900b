// What the login form accepts before it asks the server: lengths only, as any password may simply be wrong.
import { passwordLength } from '@candor/wire';
import type { NamesIn } from '../text/keys.ts';

/** The spec's 3-20, and longer for e-mail addresses, which log in too. */
export const accountLength = { min: 3, max: 50 } as const;

export interface LoginFields {
  account: string;
  password: string;
}
export interface Fault {
  name: NamesIn<'login'>;
  values?: { min: number; max: number };
}

export const faultsOf = ({ account, password }: LoginFields): Partial<Record<keyof LoginFields, Fault>> => ({
  ...faultIn('account', account.trim(), accountLength),
  ...faultIn('password', password, passwordLength),
});

function faultIn(
  field: keyof LoginFields,
  text: string,
  { min, max }: { min: number; max: number },
): Partial<Record<keyof LoginFields, Fault>> {
  if (text === '') return { [field]: { name: `${field}Required` } };
  return text.length < min || text.length > max ? { [field]: { name: `${field}Length`, values: { min, max } } } : {};
}
