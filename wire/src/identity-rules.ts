// Rules of an identity's fields: the form says them while one types, the server holds to them.
import { personNameMax, type DocumentKind } from './identity.ts';

/** As it is compared and kept: capitals, without spaces and marks between. */
export const normaliseNumber = (text: string): string =>
  text.normalize('NFKC').toUpperCase().normalize('NFKC').replace(/[\s./-]/g, ''); // oxfmt-ignore

/** Of a normalised one. A passport's stands in nine places of its machine-readable line; others are as long as countries make them. */
export const isDocumentNumber = (kind: DocumentKind, number: string): boolean =>
  (kind === 'passport' ? /^[A-Z0-9]{6,9}$/ : /^[A-Z0-9]{5,20}$/).test(number) && /\d/.test(number);

/** In the script of the document, with single spaces. */
export const normaliseName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/gu, ' ');

export const isPersonName = (name: string): boolean =>
  name.length >= 2 && name.length <= personNameMax && /^[\p{L}\p{M}][\p{L}\p{M} .,'’·-]*$/u.test(name);

/** Names that are written alike count as the same person's: case, accents, order of the parts and marks between don't. */
export const comparedName = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().split(/[^\p{L}]+/u).filter(Boolean).sort().join(' '); // oxfmt-ignore

/** A day of the calendar, `2001-12-31`, from 1900 on. */
export function isBirthDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '1900') return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

/** Whole years on a day; who was born on 29 February is a year older on 1 March. */
export function ageOn(birthDate: string, today: string): number {
  const years = parseInt(today.slice(0, 4), 10) - parseInt(birthDate.slice(0, 4), 10);
  return today.slice(5) >= birthDate.slice(5) ? years : years - 1;
}

/** All but the last three signs hidden. */
export const maskNumber = (number: string): string => '•'.repeat(Math.max(0, number.length - 3)) + number.slice(-3);
