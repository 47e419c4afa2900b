// Reads the amount of a CSV row and its direction: from a sign, from two columns, or from a column that states it. Pure.
import { incoming, outgoing, type Heading } from './csv-headings.ts';
import type { CsvRow } from './csv-rows.ts';
import { UnreadableLine } from './read-amounts.ts';

export interface SignedCell {
  /** Amount without sign and currency. */
  text: string;
  isOut: boolean;
  /** Currency written with the amount, such as `£` or `kr`; '' if there is none. */
  sign: string;
  /** Index of the amount's column. */
  place: number;
}

/** Outgoing amounts have a minus before or after, the triangle of Japanese banks before, or brackets around. Returns undefined for no amount. */
export function readSigned(cell: string, place: number): SignedCell | undefined {
  // A spreadsheet or our own export puts an apostrophe before a cell that would be a formula.
  const plain = cell
    .normalize('NFKC')
    .replaceAll(/[\u2212\u2013▲△]/g, '-')
    .trim()
    .replace(/^'(?=[+-])/, '');
  const [, inBrackets] = /^\((.*)\)$/.exec(plain) ?? [];
  // NFKC turns a footnote mark such as ² into a digit, so such a cell is not read as an amount.
  if (/\p{No}/u.test(cell)) return { text: cell.trim(), isOut: false, sign: '', place };
  const bare = (inBrackets ?? plain).replaceAll(/^[+-]\s*|\s*[+-]$/g, '');
  const [, before = '', number = '', after = ''] =
    /^(€|£|[A-Z]{3} ?)?\s*(.*?)\s*(€|£|円|kr|[A-Z]{3})?$/.exec(bare) ?? [];
  const text = number.replaceAll(/^[+-]\s*|\s*[+-]$/g, '');
  if (text === '') return bare === '' ? undefined : { text: bare, isOut: false, sign: '', place };
  const isOut = inBrackets !== undefined || /^-|-$/.test(plain) || /^-|-$/.test(number);
  return { text, isOut, sign: (before || after).trim(), place };
}

const isZero = ({ text }: SignedCell): boolean => /^[0.,]+$/.test(text);
const digitsOf = ({ text }: SignedCell): string => text.replaceAll(/\D/g, '').replaceAll(/^0+|0+$/g, '');

/** Returns a reader of a row's amount. The reader returns undefined if the row has none, or an error if the amount can't be trusted. */
export function amountsIn(
  { places, unnamed }: Heading,
  rows: readonly CsvRow[],
): (row: CsvRow) => SignedCell | UnreadableLine | undefined {
  const cellAt = (row: CsvRow, place: number): SignedCell | undefined => readSigned(row.cells[place] ?? '', place);
  const find = (row: CsvRow, kind: 'amount' | 'credit' | 'debit'): SignedCell | undefined =>
    places[kind].map((place) => cellAt(row, place)).find((cell) => cell && (kind === 'amount' || !isZero(cell)));
  const ways = [...places.direction, ...unnamed.filter((place) => saysWays(rows, place))];
  // Within a file either all debits have a minus, or none has.
  const [firstDebit] = rows.flatMap((row) => find(row, 'debit') ?? []);
  return (row) => {
    const unclear = (problem: string): UnreadableLine => new UnreadableLine(row.line, problem);
    const [amount, credit, debit] = [find(row, 'amount'), find(row, 'credit'), find(row, 'debit')];
    if (credit && debit) return unclear('it has a credit and a debit');
    if (debit && debit.isOut !== firstDebit!.isOut)
      return unclear('its debit has another sign than those of the other lines');
    // A credit with a minus is a reversed credit, so it stays outgoing.
    const ofTwo = credit ?? (debit && { ...debit, isOut: true });
    const way = ways.map((place) => (row.cells[place] ?? '').trim()).find((word) => word !== '');
    if (!amount) return ofTwo;
    if (ofTwo && (digitsOf(ofTwo) !== digitsOf(amount) || (amount.isOut && !ofTwo.isOut)))
      return unclear('its amount is not its credit or debit');
    if (ofTwo) return { ...amount, isOut: ofTwo.isOut };
    if (way === undefined)
      return ways.length > 0 ? unclear('it does not say whether money came in or went out') : amount;
    if (outgoing.test(way)) return { ...amount, isOut: true };
    return incoming.test(way) && !amount.isOut ? amount : unclear('it does not say whether money came in or went out');
  };
}

/** Returns whether all filled cells of a column say credit or debit. */
function saysWays(rows: readonly CsvRow[], place: number): boolean {
  const words = rows.map(({ cells }) => (cells[place] ?? '').trim()).filter((word) => word !== '');
  return words.length > 0 && words.every((word) => incoming.test(word) || outgoing.test(word));
}
