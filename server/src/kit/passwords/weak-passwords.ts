// Which passwords are refused when one is set: those that a guesser tries first. Existing ones stay as they are.
import {
  isPersonalPassword,
  isPlainPassword,
  isPlainTradePassword,
  passwordLength,
  passwordSize,
  tradePasswordForm,
} from '@candor/wire';
import { dictionary } from '@zxcvbn-ts/language-common';
import { refuse } from '../refuse.ts';

/** The commonest passwords of leaked lists, in lower case. */
const common: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].filter(({ length }) => length >= passwordLength.min && length <= passwordLength.max),
);

/** `own`: what everybody knows of the person; `min`: as the mode asks. */
export function requireGoodPassword(
  password: string,
  { min, max = passwordLength.max, own }: { min: number; max?: number; own: readonly string[] },
): void {
  const size = passwordSize(password);
  if (size < min || size > max) refuse('password-length', { min: String(min), max: String(max) });
  const plain = password.normalize('NFKC');
  if (isPlainPassword(plain) || common.has(plain.toLowerCase()) || isPersonalPassword(plain, own)) {
    refuse('password-weak');
  }
}

export function requireGoodTradePassword(digits: string): void {
  if (!tradePasswordForm.test(digits)) refuse('trade-password-form');
  if (isPlainTradePassword(digits)) refuse('password-weak');
}
