// What the password forms accept before they ask the server. Pure: fields in, faults out.
import { passwordLength, tradePasswordForm } from '@candor/wire';
import type { FailureCode } from '@candor/wire';
import type { NamesIn } from '../text/keys.ts';

export interface PasswordFields {
  original: string;
  next: string;
  confirm: string;
}
export interface Fault {
  name: NamesIn<'personal'>;
  values?: { min: number; max: number };
}
export type Faults = Partial<Record<keyof PasswordFields, Fault>>;

export function loginPasswordFaults({ original, next, confirm }: PasswordFields): Faults {
  const { min, max } = passwordLength;
  const isLength = (text: string): boolean => text.length >= min && text.length <= max;
  return {
    ...(original === '' ? { original: { name: 'originalRequired' } } : {}),
    ...(next === ''
      ? { next: { name: 'nextRequired' } }
      : !isLength(next)
        ? { next: { name: 'nextLength', values: passwordLength } }
        : next === original
          ? { next: { name: 'nextSame' } }
          : {}),
    ...confirmFault(next, confirm),
  };
}

export function tradePasswordFaults({ original, next, confirm }: PasswordFields, hasOne: boolean): Faults {
  const isForm = (text: string): boolean => tradePasswordForm.test(text);
  return {
    ...(hasOne && !isForm(original) ? { original: { name: 'sixDigits' } } : {}),
    ...(!isForm(next)
      ? { next: { name: 'sixDigits' } }
      : hasOne && next === original
        ? { next: { name: 'nextSame' } }
        : {}),
    ...(isForm(confirm) ? confirmFault(next, confirm) : { confirm: { name: 'sixDigits' } }),
  };
}

function confirmFault(next: string, confirm: string): Faults {
  if (confirm === '') return { confirm: { name: 'confirmRequired' } };
  return confirm === next ? {} : { confirm: { name: 'confirmDiffers' } };
}

/** The field that a refusal is about; undefined when it is about the whole. */
export function fieldOf(code: FailureCode): keyof PasswordFields | undefined {
  if (code === 'password-wrong' || code === 'trade-password-locked' || code === 'login-throttled') return 'original';
  if (code === 'password-same' || code === 'password-length' || code === 'trade-password-form') return 'next';
  return undefined;
}
