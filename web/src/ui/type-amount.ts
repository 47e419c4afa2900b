// What an amount field makes of what a hand types: plain digits, a point, and never more decimals than the coin has.
import { wadDecimals } from '@candor/wire';

const wholeDigitsMax = 15;

/** Arabic and Persian digits as the ones that machines read. */
export const latinDigits = (text: string): string =>
  text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\uFF10-\uFF19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10));

/**
 * The text that the field shows after typing or pasting; undefined when it stays as it was. A comma is a decimal point
 * where it is the only separator; of two kinds the last is, and the others group digits. Decimals that the coin does not have are cut.
 */
export function typeAmount(typed: string, decimals: number): string | undefined {
  const text = latinDigits(typed)
    .replace(/[\s'’\u00A0\u202F]/g, '')
    .replaceAll('٫', '.')
    .replaceAll('٬', '')
    .replaceAll('。', '.')
    .replaceAll('，', ',');
  const plain = withOnePoint(text);
  if (!/^\d*\.?\d*$/.test(plain)) return undefined;
  const [whole = '', fraction] = plain.split('.');
  // Of whole things a point may as well group digits: nobody guesses.
  if (whole.length > wholeDigitsMax || (fraction !== undefined && decimals === 0)) return undefined;
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (fraction === undefined) return digits;
  return `${digits === '' ? '0' : digits}.${fraction.slice(0, Math.min(decimals, wadDecimals))}`;
}

function withOnePoint(text: string): string {
  const [points, commas] = [text.split('.').length - 1, text.split(',').length - 1];
  if (commas === 0) return text;
  if (points === 0) return commas === 1 ? text.replace(',', '.') : text.replaceAll(',', '');
  return text.lastIndexOf(',') > text.lastIndexOf('.')
    ? text.replaceAll('.', '').replace(',', '.')
    : text.replaceAll(',', '');
}

/** What is sent: without a point at the end; empty stays empty. */
export const finishAmount = (shown: string): string =>
  shown
    .replace(/\.$/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
