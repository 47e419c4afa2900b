// A whole number that somebody types or pastes, in digits of any script.
import { latinDigits } from '@candor/wire';

/** Undefined for all else: only digits and spaces around them are one, no ² or ①. */
export function readWhole(text: string): number | undefined {
  const plain = text.replace(/\p{Cf}/gu, '').trim();
  return /^\p{Nd}+$/u.test(plain) ? parseInt(latinDigits(plain), 10) : undefined;
}
