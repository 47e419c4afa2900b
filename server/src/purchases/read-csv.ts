// Reads the CSV file of a bank. The heading defines the columns; all rows together show the decimal mark and the date order. Pure.
import { currencyCodes, currencyDecimals, isCurrency, zero, type CurrencyCode, type Wad } from '@candor/wire';
import { amountsIn, readSigned, type SignedCell } from './csv-amounts.ts';
import { incoming, notBooked, outgoing, signCurrency, totals, type Heading, type Kind } from './csv-headings.ts';
import { findHeading, type CsvRow, type Headed } from './csv-rows.ts';
import { brief, decimalMarkOf, readAmount, UnreadableLine, type Mark } from './read-amounts.ts';
import { dateReaderFor, twoDays, type DateOrder } from './read-dates.ts';
import { currencyOf, failAt, lineOf, saysReturn, type ReadFile, type ReadLine } from './statement-line.ts';

export { headingSize } from './csv-rows.ts';

/** What the operator states about a file. It is used only where the file itself does not say it. */
export interface SaidOfFile {
  currency?: CurrencyCode | undefined;
  dates?: DateOrder | undefined;
}

export function readCsv(text: string, said: SaidOfFile): ReadFile {
  const headed = findHeading(text) ?? failWithout(text);
  const cellsOf = cellReader(headed.heading);
  const entries = entriesIn(headed, cellsOf);
  const currency = currencyReader(headed, cellsOf, said.currency);
  const dayCells = entries.flatMap(({ row }) => [cellsOf.day(row), ...cellsOf.all(row, 'otherDay')]);
  const read = {
    dayOf: dateReaderFor(dayCells, said.dates),
    currency,
    cellsOf,
    mark: markOf(entries, currency, cellsOf),
  };
  const booked = entries.filter(({ row }) => !isPending(row, cellsOf));
  const isIn = ({ amount }: Entry): boolean =>
    amount !== undefined && !(amount instanceof UnreadableLine) && !amount.isOut;
  return {
    form: 'csv',
    lines: booked.flatMap((entry) => linesOf(entry, read)),
    pending: entries.filter((entry) => isPending(entry.row, cellsOf) && isIn(entry)).length,
  };
}

function failWithout(text: string): never {
  const [first = ''] = text.split('\n', 1);
  throw new Error(`there is no heading with a column for bookedOn and one for amount, as in ${brief(first.trim())}`);
}

type Cells = ReturnType<typeof cellReader>;

function cellReader({ places }: Heading) {
  const at = ({ cells }: CsvRow, place: number | undefined): string =>
    // A spreadsheet or our own export puts an apostrophe before a cell that would be a formula.
    place === undefined ? '' : (cells[place] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
  const one = (row: CsvRow, kind: Kind): string => at(row, places[kind][0]);
  const all = (row: CsvRow, kind: Kind): string[] => places[kind].map((place) => at(row, place));
  const day = (row: CsvRow): string =>
    places.bookedOn.length > 0
      ? one(row, 'bookedOn')
      : [one(row, 'year'), one(row, 'month'), one(row, 'day')].join('-');
  return { at, one, all, day };
}

interface Entry {
  row: CsvRow;
  amount: SignedCell | UnreadableLine | undefined;
  /** Rows of the single payments if this row is a batch, and texts that continue in the rows below. */
  parts: CsvRow[];
  more: string[];
}

const isShort = ({ cells }: CsvRow, { width }: Heading): boolean => cells.length < width;
const amountKinds = ['amount', 'credit', 'debit', 'part'] as const;
const isTotal = ({ cells }: CsvRow): boolean => totals.test((cells.find((cell) => cell.trim() !== '') ?? '').trim());

/** Returns the rows that hold a payment. Rows below it without a day belong to it. */
function entriesIn({ heading, rows }: Headed, cellsOf: Cells): Entry[] {
  const entries: Entry[] = [];
  const amounts = amountsIn(heading, rows);
  for (const [place, row] of rows.entries()) {
    const day = cellsOf.day(row);
    const hasDay = /\d/.test(day);
    if (isTotal(row) && !row.isBroken && !hasDay) continue;
    const amount = problemOf(row, { before: rows[place - 1], next: rows[place + 1], heading, hasDay }) ?? amounts(row);
    const hasAmount =
      amount !== undefined && (!(amount instanceof UnreadableLine) || hasDay || row.isBroken || !isShort(row, heading));
    const before = entries.at(-1);
    if (hasAmount) entries.push({ row, amount, parts: [], more: [] });
    else if (before && day.replaceAll('-', '') === '' && !isShort(row, heading)) {
      if (/\d/.test(cellsOf.one(row, 'part'))) before.parts.push(row);
      else before.more.push(...cellsOf.all(row, 'text').filter((text) => text !== ''));
    }
  }
  return entries;
}

/** Returns why the amount of a row can't be trusted: the row is malformed, has too few or too many cells, or its last cell may be cut off. */
function problemOf(
  row: CsvRow,
  {
    before,
    next,
    heading,
    hasDay,
  }: { before: CsvRow | undefined; next: CsvRow | undefined; heading: Heading; hasDay: boolean },
): UnreadableLine | undefined {
  const problem = (words: string): UnreadableLine => new UnreadableLine(row.line, words);
  if (row.isBroken) return problem('it is no CSV');
  const last = row.cells.length - 1;
  const isRest = before !== undefined && isShort(before, heading) && row.cells.length < heading.cells;
  if (hasDay && (isShort(row, heading) || isRest)) return problem('it has fewer cells than the heading');
  // A separator in a text moves cells to the right. Cells in columns without a name are empty, or say credit or debit.
  const isBeyond = (cell: string): boolean =>
    cell.trim() !== '' && !incoming.test(cell.trim()) && !outgoing.test(cell.trim());
  if (row.cells.length > heading.cells || row.cells.slice(heading.width).some(isBeyond))
    return problem('it has more cells than the heading');
  if (!row.isOpen || row.cells[last]!.trim() === '') return undefined;
  const isOf = (...kinds: Kind[]): boolean => kinds.some((kind) => heading.places[kind].includes(last));
  // A shorter next row may be the rest of this row.
  const hasRest = next !== undefined && next.cells.length < Math.min(last + 1, heading.width) && !isTotal(next);
  const isCut = hasRest
    ? isOf(...amountKinds)
    : !row.hasEnd &&
      isOf(...amountKinds, 'bookedOn', 'year', 'month', 'day', 'currency', 'direction', 'bankReference', 'endToEnd');
  if (isCut) return problem('it may be cut: its last cell has no end');
  return undefined;
}

const isPending = (row: CsvRow, cellsOf: Cells): boolean =>
  [cellsOf.day(row), ...cellsOf.all(row, 'status')].some((cell) => notBooked.test(cell));

/** Returns a reader of the currency: from the currency column, the heading, the amount, the text above the heading, or the operator's statement. */
function currencyReader({ heading, above }: Headed, cellsOf: Cells, said: CurrencyCode | undefined) {
  const codes = new Set(
    [...above.matchAll(/(?<![\p{L}\d])(?:[A-Z]{3}|€|£|円)(?![\p{L}\d])/gu)]
      .map(([code]) => signCurrency(code))
      .filter((code) => isCurrency(code) || /^(?:GBP|NOK|DKK|PLN|CNY|CAD|AUD)$/.test(code)),
  );
  const [ofFile] = codes.size === 1 ? [...codes] : [said ?? ''];
  const isCode = (cell: string): boolean => /^[A-Z]{3}$/i.test(cell);
  return (row: CsvRow, { sign, place }: Pick<SignedCell, 'sign' | 'place'>): string => {
    const column = heading.places.currency
      .filter((each) => each !== heading.places.bookedOn[0])
      .map((each) => cellsOf.at(row, each));
    const stated = column.find(isCode)?.toUpperCase() ?? heading.currencies[place] ?? '';
    const signed = sign === '' ? '' : signCurrency(sign);
    if (stated !== '' && signed !== '' && stated !== signed) failAt(row.line, `${brief(sign)} is not ${stated}`);
    // Any other word is returned as it is, and refused later as an unknown currency.
    const other = column.find((cell) => cell !== '' && !isCode(cell) && !/\d/.test(cell));
    return stated || signed || other || ofFile!;
  };
}

interface HowRead {
  dayOf: ReturnType<typeof dateReaderFor>;
  currency: ReturnType<typeof currencyReader>;
  cellsOf: Cells;
  mark: Mark;
}

/** Finds the decimal mark by all amounts, also outgoing ones, and by the balances if no amount shows it. */
function markOf(entries: readonly Entry[], currency: HowRead['currency'], cellsOf: Cells): Mark {
  const amounts = entries.flatMap(({ row, amount, parts }) =>
    amount === undefined || amount instanceof UnreadableLine
      ? []
      : [amount, ...parts.flatMap((part) => readSigned(cellsOf.one(part, 'part'), amount.place) ?? [])].map(
          ({ text }) => ({ text, line: row.line }),
        ),
  );
  const isWhole = entries.every(({ row, amount }) => {
    if (amount === undefined || amount instanceof UnreadableLine) return true;
    try {
      const code = currency(row, amount);
      return isCurrency(code) && currencyDecimals[code] === 0;
    } catch {
      return false;
    }
  });
  const balances = entries.flatMap(({ row }) =>
    cellsOf.all(row, 'balance').flatMap((cell) => {
      const text = readSigned(cell, 0)?.text ?? '';
      return text === '' ? [] : [{ text, line: row.line }];
    }),
  );
  return decimalMarkOf(amounts, { isWhole, balances });
}

function linesOf({ row, amount, parts, more }: Entry, how: HowRead): (() => ReadLine)[] {
  const { cellsOf } = how;
  if (amount === undefined) return [];
  if (amount instanceof UnreadableLine)
    return [
      () => {
        throw amount;
      },
    ];
  const valueOf = (cell: SignedCell, at: CsvRow): Wad =>
    readAmount({ text: cell.text, line: at.line }, currencyDecimals[codeOf(row, amount, how)], how.mark);
  const whole = (): ReadLine => lineFrom(row, valueOf(amount, row), [...cellsOf.all(row, 'text'), ...more]);
  const lineFrom = (at: CsvRow, value: Wad, texts: readonly string[]): ReadLine => {
    const text = [...new Set(texts)].filter((each) => each !== '').join(' ');
    const [payee] = cellsOf.all(row, 'payee');
    const raw = {
      currency: codeOf(row, amount, how),
      bookedOn: bookedOn(row, how),
      payer: (amount.isOut ? payee : '') || cellsOf.all(row, 'payer').find((each) => each !== '') || '',
      text,
      bankReference: cellsOf.one(at, 'bankReference') || cellsOf.one(row, 'bankReference'),
      endToEnd: cellsOf.one(row, 'endToEnd'),
    };
    return { ...lineOf(raw, value), isOut: amount.isOut, isReturn: amount.isOut && saysReturn(text) };
  };
  if (parts.length === 0) return [whole];
  const inParts = (): ReadLine[] => {
    const values = parts.map((part) =>
      valueOf(readSigned(cellsOf.one(part, 'part'), 0) ?? failAt(part.line, 'it is no amount'), part),
    );
    const sum = values.reduce((total, value) => total + value, zero as bigint);
    if (sum !== valueOf(amount, row)) failAt(row.line, 'the payments below it are not its sum');
    return parts.map((part, place) => lineFrom(part, values[place]!, cellsOf.all(part, 'text')));
  };
  try {
    return inParts().map((line) => () => line);
  } catch (error) {
    if (error instanceof UnreadableLine)
      return [
        () => {
          throw error;
        },
      ];
    throw error;
  }
}

function codeOf(row: CsvRow, amount: SignedCell, { currency }: HowRead): CurrencyCode {
  const code = currency(row, amount);
  if (code === '')
    failAt(row.line, `its file says no currency: say with the import which it is (${currencyCodes.join(', ')})`);
  return currencyOf(code, row.line);
}

function bookedOn(row: CsvRow, { cellsOf, dayOf }: HowRead): string {
  const text = cellsOf.day(row);
  const day = dayOf(text) ?? failAt(row.line, `${brief(text)} is no date (2026-01-31)`);
  return day === twoDays
    ? failAt(row.line, `${brief(text)} could be two days: say with the import if the day or the month comes first`)
    : day;
}
