// Bank statements as lines of money that came in or went out: CAMT.053 (ISO 20022) or CSV with a header. Anything else throws, in words for the operator.
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
import { brief, decimalMarkOf, readAmount, UnreadableLine } from './read-amounts.ts';

export interface StatementLine {
  currency: CurrencyCode;
  amount: Wad;
  /** YYYY-MM-DD. */
  bookedOn: string;
  payer: string;
  text: string;
  /** As the bank calls it; '' where it does not. */
  bankReference: string;
  /** As the payer's bank named the payment; '' where the file does not say it. */
  endToEnd: string;
}
/** Money that went out; it may take back a payment that came in. */
export interface OutgoingLine extends StatementLine {
  /** True if the bank calls it a return or a reversal. */
  isReturn: boolean;
}
/** A line that was left out, and why. */
export interface LineProblem {
  line: number;
  reason: string;
}

export type StatementForm = 'camt' | 'csv';
export interface Statement {
  form: StatementForm;
  lines: StatementLine[];
  outgoing: OutgoingLine[];
  problems: LineProblem[];
}

export const linesMax = 10_000;
const [payerMax, textMax, bankReferenceMax] = [200, 500, 200];

export function readStatement(file: string): Statement {
  const form = /^\uFEFF?\s*</.test(file) ? 'camt' : 'csv';
  const readers = form === 'camt' ? readCamt(file) : readCsv(file);
  if (readers.length > linesMax) throw new Error(`more than ${linesMax} lines`);
  const statement: Statement = { form, lines: [], outgoing: [], problems: [] };
  for (const read of readers) {
    try {
      const { isOut, isReturn, ...line } = read();
      if (isOut) statement.outgoing.push({ ...line, isReturn });
      else statement.lines.push(line);
    } catch (error) {
      if (!(error instanceof UnreadableLine)) throw error;
      statement.problems.push({ line: error.line, reason: error.problem });
    }
  }
  const [first] = statement.problems;
  if (first && statement.lines.length + statement.outgoing.length === 0)
    throw new UnreadableLine(first.line, first.reason);
  return statement;
}

interface Read extends OutgoingLine {
  isOut: boolean;
}

/** Only what is booked; a batch is one line for each payment in it, where the bank says what each was. */
function readCamt(file: string): (() => Read)[] {
  const root = readXml(file);
  if (!elementAt(root, 'BkToCstmrStmt')) throw new Error('there is no BkToCstmrStmt');
  return elementsOf(root, 'Ntry').flatMap((entry, place) => {
    const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
    const isOut = textAt(entry, 'CdtDbtInd') === 'DBIT';
    const isReversal = textAt(entry, 'RvslInd') === 'true';
    // Incoming money that is a reversal is money of ours that comes back.
    if ((!isOut && (textAt(entry, 'CdtDbtInd') !== 'CRDT' || isReversal)) || status !== 'BOOK') return [];
    const bookedOn = (textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm')).slice(0, 10);
    const parts = elementsOf(entry, 'TxDtls');
    const amountIn = (part: XmlElement) => elementAt(part, 'Amt') ?? elementAt(part, 'AmtDtls', 'TxAmt', 'Amt');
    const hasAmounts = parts.length > 1 && parts.every((part) => amountIn(part));
    const of = (part: XmlElement, amount: XmlElement | undefined) => () => {
      const line = camtLine({ entry, place }, part, { amount, bookedOn, isOut });
      const isReturn = isOut && (isReversal || elementsOf(part, 'RtrInf').length > 0 || saysReturn(line.text));
      return { ...line, isOut, isReturn };
    };
    return hasAmounts
      ? parts.map((part) => of(part, amountIn(part)))
      : [of(parts[0] ?? entry, elementAt(entry, 'Amt'))];
  });
}

/** Words of banks for a payment that goes back. */
const saysReturn = (text: string): boolean =>
  /\b(?:return(?:ed)?|reversal|reversed|recall(?:ed)?|storno|r(?:ü|ue)ckzahlung|r(?:ü|ue)ckgabe|r(?:ü|ue)ckbuchung|retur|r[ée]trocession)\b/i.test(
    text,
  );

/** ISO 20022 writes each amount with a point, and with nothing between its digits. */
function camtLine(
  { entry, place }: { entry: XmlElement; place: number },
  part: XmlElement,
  { amount, bookedOn, isOut }: { amount: XmlElement | undefined; bookedOn: string; isOut: boolean },
): StatementLine {
  const nameOf = (role: string): string =>
    textAt(part, 'RltdPties', role, 'Pty', 'Nm') || textAt(part, 'RltdPties', role, 'Nm');
  // Whoever is paid back stands as the creditor, or still as the debtor of the payment.
  const payer = isOut ? nameOf('Cdtr') || nameOf('Dbtr') : nameOf('Dbtr');
  const texts = [...elementsOf(part, 'Ustrd'), ...elementsOf(part, 'Ref')].map(({ text }) => text.trim());
  const bankReference = textAt(part, 'Refs', 'AcctSvcrRef') || textAt(part, 'Refs', 'TxId') || textAt(entry, 'AcctSvcrRef'); // oxfmt-ignore
  const text = texts.join(' ') || textAt(entry, 'AddtlNtryInf');
  const endToEnd = textAt(part, 'Refs', 'EndToEndId');
  const raw = {
    currency: amount?.attributes['Ccy'] ?? '',
    bookedOn,
    payer,
    text,
    bankReference,
    endToEnd: endToEnd === 'NOTPROVIDED' ? '' : endToEnd,
  };
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

function readCsv(file: string): (() => Read)[] {
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
    const raw = { currency: cell('currency').toUpperCase(), bookedOn: cell('bookedOn'), payer: cell('payer'), text: cell('text'), bankReference: cell('bankReference'), endToEnd: '' };
    return [{ raw, isOut, amount: { text: amount, line } }];
  });
  // Outgoing amounts show too which decimal mark the file uses.
  const mark = decimalMarkOf(filled.map(({ amount }) => amount));
  return filled.map(({ raw, isOut, amount }) => () => {
    const value = readAmount(amount, currencyDecimals[currencyOf(raw, amount.line)], mark);
    return { ...lineOf(raw, value, amount.line), isOut, isReturn: isOut && saysReturn(raw.text) };
  });
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
  const { payer, text, bankReference, endToEnd } = raw;
  return {
    currency: currencyOf(raw, line),
    amount,
    bookedOn: dayOf(raw.bookedOn, line),
    payer: cut(payer, payerMax),
    text: cut(text, textMax),
    bankReference: cut(bankReference, bankReferenceMax),
    endToEnd: cut(endToEnd, bankReferenceMax),
  };
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
  throw new UnreadableLine(line, problem);
}

/** On one line, without signs that nobody sees. */
const cut = (text: string, length: number): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, length);
