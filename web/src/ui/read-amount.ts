// What a text in a field for an amount means. The text itself is left alone while one types: it is read anew at each key.
import { latinDigits, wadDecimals } from '@candor/wire';

export type AmountReading =
  | { kind: 'empty' }
  /** Plain digits with a point, as calls take it. */
  | { kind: 'amount'; plain: string }
  /** A mark before three digits that this language uses for nothing: as a decimal mark, and between groups. */
  | { kind: 'ambiguous'; readings: readonly [string, string] }
  /** Of an amount that has more decimals than there may be, or of no amount at all. */
  | { kind: 'unreadable'; hasTooManyDecimals: boolean };

export interface AmountContext {
  /** BCP 47. */
  locale: string;
  decimals: number;
  /** Of coins and currencies, which may stand before or behind the digits. */
  codes: readonly string[];
}

const wholeDigitsMax = 15;
/** What a comma and a point before exactly three digits are, by language; a mark that is not named is used for neither. */
const usage: Readonly<Record<string, { group?: ',' | '.'; decimal?: ',' | '.' }>> = {
  en: { group: ',', decimal: '.' },
  ja: { group: ',', decimal: '.' },
  ko: { group: ',', decimal: '.' },
  zh: { group: ',', decimal: '.' },
  ar: { group: ',', decimal: '.' },
  sv: { decimal: ',' },
  de: { decimal: '.' },
};

export function readAmount(text: string, context: AmountContext): AmountReading {
  const reading = readLike(text, context);
  if (reading !== undefined) return reading;
  const hasTooManyDecimals = readLike(text, { ...context, decimals: wadDecimals })?.kind === 'amount';
  return { kind: 'unreadable', hasTooManyDecimals };
}

/** Undefined for what can't be read. */
function readLike(text: string, { locale, decimals, codes }: AmountContext): AmountReading | undefined {
  // A mark at the very end is the next key's beginning, and says nothing yet.
  const marked = withPlainMarks(withoutUnit(latinDigits(text), codes)).replace(/[,.dg]$/, '');
  if (marked === '') return { kind: 'empty' };
  if (!/^[\d,.dg]+$/.test(marked)) return undefined;
  const read = (decimal: string | undefined): string | undefined => readWith(marked, decimal, decimals);
  const asAmount = (plain: string | undefined): AmountReading | undefined =>
    plain === undefined ? undefined : { kind: 'amount', plain };
  if (marked.includes('d')) return asAmount(read('d'));
  const [points, commas] = [marked.split('.').length - 1, marked.split(',').length - 1];
  if (points > 0 && commas > 0) return asAmount(read(marked.lastIndexOf('.') > marked.lastIndexOf(',') ? '.' : ','));
  if (points + commas !== 1) return asAmount(read(undefined));
  const mark = points === 1 ? '.' : ',';
  const [before, behind] = marked.split(mark) as [string, string];
  const { group, decimal } = usage[locale.split('-', 1)[0]!] ?? {};
  if (behind.length !== 3 || before === '0' || mark === decimal) return asAmount(read(mark));
  if (mark === group) return asAmount(read(undefined));
  const [asDecimal, asGroup] = [read(mark), read(undefined)];
  if (asDecimal === undefined || asGroup === undefined) return asAmount(asDecimal ?? asGroup);
  return { kind: 'ambiguous', readings: [asDecimal, asGroup] };
}

/** `d` is a mark that is decimal in every language, `g` one that groups in every language. */
const withPlainMarks = (text: string): string =>
  text
    .replaceAll('٫', 'd')
    .replace(/[\s'’٬]/g, 'g')
    .replaceAll('،', ',')
    .replaceAll('。', '.');

/** Without spaces at the ends and one sign or code, before or behind; letters that stay are none of ours. */
function withoutUnit(text: string, codes: readonly string[]): string {
  // Marks of direction have no width.
  const plain = text.replace(/\p{Cf}/gu, '').trim();
  const [, first = ''] = /^(\p{Sc}|[\p{L}\p{M}.]*\p{L})\s*/u.exec(plain) ?? [];
  const [, last = ''] = /([\p{Sc}]|\p{L}[\p{L}\p{M}.]*)$/u.exec(plain) ?? [];
  const isUnit = (word: string): boolean =>
    word !== '' && (/^\p{Sc}$/u.test(word) || codes.some((code) => code.toUpperCase() === word.toUpperCase()));
  if (isUnit(first)) return withoutSpaces(plain.slice(first.length));
  if (isUnit(last)) return withoutSpaces(plain.slice(0, plain.length - last.length));
  // The letters of marks are ours alone.
  return /\p{L}/u.test(plain) ? '?' : plain;
}

const withoutSpaces = (text: string): string => (/\p{L}/u.test(text) ? '?' : text.trim());

/** With this mark before the decimals and all others between groups of three; undefined where that is no amount of so few decimals. */
function readWith(marked: string, decimal: string | undefined, decimals: number): string | undefined {
  const [whole = '', fraction = '', ...rest] = decimal === undefined ? [marked] : marked.split(decimal);
  if (rest.length > 0 || /\D/.test(fraction)) return undefined;
  const isGrouped = /\D/.test(whole);
  if (isGrouped && !/^\d{1,3}(?:\D\d{3})+$/.test(whole)) return undefined;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const shown = fraction.replace(/0+$/, '');
  if (digits.length > wholeDigitsMax || shown.length > Math.min(decimals, wadDecimals)) return undefined;
  if (digits === '' && fraction === '') return undefined;
  return `${digits === '' ? '0' : digits}${shown === '' ? '' : `.${shown}`}`;
}
