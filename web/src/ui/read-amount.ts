// What a text in a field for an amount means. The text itself is left alone while one types: it is read anew at each key.
import { latinDigits, wadDecimals } from '@candor/wire';
import { withoutUnits } from './amount-units.ts';

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

const usageIn = (locale: string) => usage[locale.split('-', 1)[0]!] ?? {};

export function readAmount(text: string, context: AmountContext): AmountReading {
  const reading = readLike(text, context);
  if (reading !== undefined) return reading;
  const hasTooManyDecimals = readLike(text, { ...context, decimals: wadDecimals })?.kind === 'amount';
  return { kind: 'unreadable', hasTooManyDecimals };
}

/** A plain decimal as it is shown: with the mark of the language, so that the field reads its own text as what it was. */
export const writeAmount = (plain: string, locale: string): string =>
  plain.replace('.', usageIn(locale).decimal ?? '.');

/** The other way: what the plain form is of a text that is written like one. */
export const withPoint = (text: string, locale: string): string => text.replace(usageIn(locale).decimal ?? '.', '.');

/** Undefined for what can't be read. */
function readLike(text: string, { locale, decimals, codes }: AmountContext): AmountReading | undefined {
  // ² and ① are no digits of an amount, and NFKC would make them some.
  if (/[\p{No}\p{So}]/u.test(text)) return undefined;
  const bare = withoutUnits(latinDigits(text.replace(/[‘’´ʼ]/g, "'")), codes);
  if (bare === undefined) return undefined;
  // A mark at the very end is the next key's beginning, and says nothing yet.
  const marked = withPlainMarks(bare).replace(/[,.dg]$/, '');
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
  const { group, decimal } = usageIn(locale);
  if (behind.length !== 3 || before === '0' || mark === decimal) return asAmount(read(mark));
  if (mark === group) return asAmount(read(undefined));
  if (before.startsWith('0')) return undefined;
  const [asDecimal, asGroup] = [read(mark), read(undefined)];
  if (asDecimal === undefined || asGroup === undefined) return asAmount(asDecimal ?? asGroup);
  return { kind: 'ambiguous', readings: [asDecimal, asGroup] };
}

/** `d` is a mark that is decimal in every language, `g` one that groups in every language. */
const withPlainMarks = (text: string): string =>
  text
    .replaceAll('٫', 'd')
    .replace(/\s+|['٬]/g, 'g')
    .replace(/[،、]/g, ',')
    .replaceAll('。', '.');

/** With this mark before the decimals and all others between groups of three; undefined where that is no amount of so few decimals. */
function readWith(marked: string, decimal: string | undefined, decimals: number): string | undefined {
  const [whole = '', fraction = '', ...rest] = decimal === undefined ? [marked] : marked.split(decimal);
  if (rest.length > 0 || /\D/.test(fraction)) return undefined;
  const isGrouped = /\D/.test(whole);
  // No group comes first that begins with 0.
  if (isGrouped && !/^[1-9]\d{0,2}(?:\D\d{3})+$/.test(whole)) return undefined;
  const digits = whole.replace(/\D/g, '').replace(/^0+(?=\d)/, '');
  const shown = fraction.replace(/0+$/, '');
  if (digits.length > wholeDigitsMax || shown.length > Math.min(decimals, wadDecimals)) return undefined;
  if (digits === '' && fraction === '') return undefined;
  return `${digits === '' ? '0' : digits}${shown === '' ? '' : `.${shown}`}`;
}
