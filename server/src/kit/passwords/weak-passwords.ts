// Which passwords are refused when one is set: those that a guesser tries first. Existing ones stay as they are.
import {
  isPersonalPassword,
  isPlainPassword,
  isPlainTradePassword,
  passwordLength,
  passwordSize,
  tradePasswordForm,
} from '@candor/wire';
import { refuse } from '../refuse.ts';
import { isGuessedPassword } from './guessed-passwords.ts';

/**
 * What whoever guesses passwords of this place tries besides: its name, what it is about and what its operators are called. The coins come
 * with figures behind them, so short names are left to the list of common passwords. docs/inventories.md has them for people.
 */
export const wordsOfThisPlace: readonly string[] = [
  'candor', 'candour', 'console', 'operator', 'administrator', 'treasurer', 'reviewer', 'auditor', 'support', 'bitcoin', 'ethereum',
  'tether', 'usdt', 'staking', 'wallet', 'trading', 'exchange', 'crypto',
]; // oxfmt-ignore

/** `own`: what everybody knows of the person; `min`: as the mode asks. */
export function requireGoodPassword(
  password: string,
  { min, max = passwordLength.max, own }: { min: number; max?: number; own: readonly string[] },
): void {
  const size = passwordSize(password);
  if (size < min || size > max) refuse('password-length', { min: String(min), max: String(max) });
  const plain = password.normalize('NFKC');
  if (isPlainPassword(plain) || isGuessedPassword(plain) || isPersonalPassword(plain, [...own, ...wordsOfThisPlace])) {
    refuse('password-weak');
  }
}

export function requireGoodTradePassword(digits: string): void {
  if (!tradePasswordForm.test(digits)) refuse('trade-password-form');
  if (isPlainTradePassword(digits)) refuse('password-weak');
}
