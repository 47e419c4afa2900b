// Bank statements as lines of money that came in: CAMT.053 (ISO 20022) or CSV with a header. Anything else throws, in words for the operator.
import {
  currencyDecimals,
  fitsDecimals,
  isCurrency,
  parseAmount,
  zero,
  type CurrencyCode,
  type Wad,
} from '@candor/wire';
import { elementAt, elementsOf, readXml, textAt, type XmlElement } from '../kit/read-xml.ts';
import { brief, readAmounts } from './read-amounts.ts';

export interface StatementLine {
  currency: CurrencyCode;
  amount: Wad;
  /** YYYY-MM-DD. */
  bookedOn: string;
  payer: string;
  text: string;
  /** As the bank calls it; '' where it does not. */
  bankReference: string;
}

export type StatementForm = 'camt' | 'csv';
export interface Statement {
  form: StatementForm;
  lines: StatementLine[];
}

export const linesMax = 10_000;
const [payerMax, textMax, bankReferenceMax] = [200, 500, 200];

export function readStatement(file: string): Statement {
  const form = /^\uFEFF?\s*</.test(file) ? 'camt' : 'csv';
  const lines = form === 'camt' ? readCamt(file) : readCsv(file);
  if (lines.length > linesMax) throw new Error(`more than ${linesMax} lines`);
  return { form, lines };
}

/** Only what is booked and came in; a batch is one line for each payment in it, where the bank says what each was. */
function readCamt(file: string): StatementLine[] {
  const root = readXml(file);
  if (!elementAt(root, 'BkToCstmrStmt')) throw new Error('there is no BkToCstmrStmt');
  return elementsOf(root, 'Ntry').flatMap((entry, place) => {
    const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
    if (textAt(entry, 'CdtDbtInd') !== 'CRDT' || status !== 'BOOK' || textAt(entry, 'RvslInd') === 'true') return [];
    const bookedOn = (textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm')).slice(0, 10);
    const parts = elementsOf(entry, 'TxDtls');
    const hasAmounts = parts.length > 1 && parts.every((part) => elementAt(part, 'Amt') ?? elementAt(part, 'AmtDtls', 'TxAmt', 'Amt')); // oxfmt-ignore
    if (!hasAmounts) return [camtLine({ entry, place }, parts[0] ?? entry, elementAt(entry, 'Amt'), bookedOn)];
    return parts.map((part) => camtLine({ entry, place }, part, elementAt(part, 'Amt') ?? elementAt(part, 'AmtDtls', 'TxAmt', 'Amt'), bookedOn)); // oxfmt-ignore
  });
}

/** ISO 20022 writes each amount with a point, and with nothing between its digits. */
function camtLine(
  { entry, place }: { entry: XmlElement; place: number },
  part: XmlElement,
  amount: XmlElement | undefined,
  bookedOn: string,
): StatementLine {
  const payer = textAt(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm') || textAt(part, 'RltdPties', 'Dbtr', 'Nm');
  const texts = [...elementsOf(part, 'Ustrd'), ...elementsOf(part, 'Ref')].map(({ text }) => text.trim());
  const bankReference = textAt(part, 'Refs', 'AcctSvcrRef') || textAt(part, 'Refs', 'TxId') || textAt(entry, 'AcctSvcrRef'); // oxfmt-ignore
  const text = texts.join(' ') || textAt(entry, 'AddtlNtryInf');
  const raw = { currency: amount?.attributes['Ccy'] ?? '', bookedOn, payer, text, bankReference };
  const line = place + 1;
  const value = parseAmount(amount?.text.trim() ?? '') ?? zero;
  if (value === zero || !fitsDecimals(value, currencyDecimals[currencyOf(raw, line)]))
    failAt(line, `${brief(amount?.text.trim() ?? '')} is no amount`);
  return lineOf(raw, value, line);
}

/** What a column may be called; the day of booking is taken before the day on which interest starts. */
const heads = {
  bookedOn: [
    /^(?:booked_on|booking ?date|booked|buchungsdatum|buchungstag|bokföringsdag)$/i,
    /^(?:date|datum)$/i,
    /^valuta$/i,
  ],
  amount: [/^(?:amount|betrag|credit|gutschrift|belopp)$/i],
  currency: [/^(?:currency|währung|ccy|valuta ?code)$/i],
  payer: [/^(?:payer|name|debtor|auftraggeber|from)$/i],
  text: [/^(?:text|reference|remittance|purpose|description|details|mitteilung|verwendungszweck|message)$/i],
  bankReference: [/^(?:bank ?reference|id|transaction ?id|entry ?reference)$/i],
} as const;
type Head = keyof typeof heads;

function readCsv(file: string): StatementLine[] {
  const text = file.replace(/^\uFEFF/, '');
  const separator = (text.split('\n', 1)[0]!.match(/;/g)?.length ?? 0) > 0 ? ';' : ',';
  const [head, ...rows] = rowsOf(text, separator).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const placeOf = (forms: readonly RegExp[]): number =>
    forms.map((form) => head?.cells.findIndex((cell) => form.test(cell.trim())) ?? -1).find((place) => place >= 0) ?? -1;
  const places = Object.fromEntries(Object.entries(heads).map(([name, forms]) => [name, placeOf(forms)])) as Record<Head, number>;
  for (const name of ['bookedOn', 'amount', 'currency', 'text'] as const)
    if (places[name] < 0) throw new Error(`there is no column for ${name}`);
  const filled = rows.flatMap(({ cells, line }) => {
    const cell = (name: Head): string => plainCell(places[name] < 0 ? '' : (cells[places[name]] ?? ''));
    const { text: amount, isOut } = unsigned(cell('amount'));
    if (amount === '') return [];
    const raw = { currency: cell('currency').toUpperCase(), bookedOn: cell('bookedOn'), payer: cell('payer'), text: cell('text'), bankReference: cell('bankReference') };
    return [{ line, raw, isOut, amount: { text: amount, line, decimals: isOut ? undefined : currencyDecimals[currencyOf(raw, line)] } }];
  });
  // Outgoing amounts are dropped later, but they show which decimal mark the file uses.
  const amounts = readAmounts(filled.map(({ amount }) => amount));
  return filled.filter(({ isOut }) => !isOut).map(({ raw, line }, place) => lineOf(raw, amounts[place]!, line));
} // oxfmt-ignore

/** Splits the sign off an amount. Outgoing money has a minus before or after it. */
function unsigned(cell: string): { text: string; isOut: boolean } {
  const text = cell.normalize('NFKC').replaceAll('\u2212', '-');
  return { text: text.replace(/^[+-]\s*|\s*-$/g, ''), isOut: /^-|-$/.test(text) };
}

/** An apostrophe before what a spreadsheet would work out was put there by one, or by us. */
const plainCell = (text: string): string => text.trim().replace(/^'(?=[=+\-@])/, '');

/** RFC 4180, with this separator; each row with the line of the file in which it starts. */
function rowsOf(text: string, separator: string): { cells: string[]; line: number }[] {
  let [at, line] = [0, 1];
  let row = { cells: [] as string[], line };
  const rows = [row];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'y');
  while (at < text.length) {
    cell.lastIndex = at;
    const found = cell.exec(text);
    if (!found) throw new Error(`line ${line} is no CSV`);
    const [whole, quoted, plain, end] = found;
    at += whole.length;
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    row.cells.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === separator) continue;
    if (end === '') break;
    row = { cells: [], line };
    rows.push(row);
  }
  return rows;
}

type Raw = { [Name in Exclude<keyof StatementLine, 'amount'>]: string };

function currencyOf({ currency }: Raw, line: number): CurrencyCode {
  return isCurrency(currency) ? currency : failAt(line, `${brief(currency)} is no currency of ours`);
}

function lineOf(raw: Raw, amount: Wad, line: number): StatementLine {
  const { payer, text, bankReference } = raw;
  return { currency: currencyOf(raw, line), amount, bookedOn: dayOf(raw.bookedOn, line), payer: cut(payer, payerMax), text: cut(text, textMax), bankReference: cut(bankReference, bankReferenceMax) }; // oxfmt-ignore
}

/** Reads 2026-01-31 and 31.01.2026. Dates with slashes are refused: day and month can't be told apart. */
function dayOf(text: string, line: number): string {
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(text) ?? [];
  const plain = year === undefined ? text : `${year}-${month}-${day}`;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(plain) ? Date.parse(`${plain}T00:00:00Z`) : NaN;
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(plain);
  return isDay ? plain : failAt(line, `${brief(text)} is no date (2026-01-31)`);
}

function failAt(line: number, problem: string): never {
  throw new Error(`line ${line}: ${problem}`);
}

/** On one line, without signs that nobody sees. */
const cut = (text: string, length: number): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, length);
