// What the password forms accept before they ask the server. Pure: fields in, faults out.
import { isPlainPassword, isPlainTradePassword, passwordLength, passwordSize } from '@candor/wire';
import type { FailureCode } from '@candor/wire';
import type { Faults } from '../data/draft-rules.ts';
import { isOfLoginPassword, isOfTradePassword, tradePasswordFault } from '../data/passcode-rules.ts';

export interface PasswordFields {
  original: string;
  next: string;
  confirm: string;
}
export type PasswordFaults = Faults<PasswordFields>;

export function loginPasswordFaults({ original, next, confirm }: PasswordFields): PasswordFaults {
  const { min, max } = passwordLength;
  const size = passwordSize(next);
  return {
    ...(original === '' ? { original: { name: 'personal.originalRequired' } } : {}),
    ...(next === ''
      ? { next: { name: 'personal.nextRequired' } }
      : size < min || size > max
        ? { next: { name: 'refusals.password-length', values: passwordLength } }
        : next.normalize('NFKC') === original.normalize('NFKC')
          ? { next: { name: 'refusals.password-same' } }
          : isPlainPassword(next)
            ? { next: { name: 'refusals.password-weak' } }
            : {}),
    ...confirmFault(next, confirm),
  };
}

export function tradePasswordFaults({ original, next, confirm }: PasswordFields, hasOne: boolean): PasswordFaults {
  return {
    ...(hasOne ? { original: tradePasswordFault(original) } : {}),
    next:
      tradePasswordFault(next) ??
      (hasOne && next === original
        ? { name: 'refusals.password-same' }
        : isPlainTradePassword(next)
          ? { name: 'refusals.password-weak' }
          : undefined),
    confirm: tradePasswordFault(confirm) ?? confirmFault(next, confirm).confirm,
  };
}

function confirmFault(next: string, confirm: string): PasswordFaults {
  if (confirm === '') return { confirm: { name: 'personal.confirmRequired' } };
  return confirm === next ? {} : { confirm: { name: 'register.confirmDiffers' } };
}

const aboutNext: ReadonlySet<FailureCode> = new Set([
  'password-same',
  'password-length',
  'password-weak',
  'trade-password-form',
]);

/** The field that a refusal is about; undefined when it is about the whole. */
export function fieldOf(code: FailureCode): keyof PasswordFields | undefined {
  if (isOfLoginPassword(code) || isOfTradePassword(code)) return 'original';
  return aboutNext.has(code) ? 'next' : undefined;
}
