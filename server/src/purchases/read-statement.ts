// Bank statements as lines of money that came in: CAMT.053 (ISO 20022) or CSV with a header. Anything else throws, in words for the operator.
import { currencyDecimals, fitsDecimals, isCurrency, parseAmount, type CurrencyCode, type Wad } from '@candor/wire';
import { elementAt, elementsOf, readXml, textAt, type XmlElement } from '../kit/read-xml.ts';

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

export const linesMax = 10_000;
const [payerMax, textMax] = [200, 500];

export function readStatement(file: string): StatementLine[] {
  const lines = /^\uFEFF?\s*</.test(file) ? readCamt(file) : readCsv(file);
  if (lines.length > linesMax) throw new Error(`more than ${linesMax} lines`);
  return lines;
}

/** Only what is booked and came in; a batch is one line for each payment in it, where the bank says what each was. */
function readCamt(file: string): StatementLine[] {
  const root = readXml(file);
  if (!elementAt(root, 'BkToCstmrStmt')) throw new Error('there is no BkToCstmrStmt');
  return elementsOf(root, 'Ntry').flatMap((entry) => {
    const status = textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
    if (textAt(entry, 'CdtDbtInd') !== 'CRDT' || status !== 'BOOK' || textAt(entry, 'RvslInd') === 'true') return [];
    const bookedOn = (textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm')).slice(0, 10);
    const parts = elementsOf(entry, 'TxDtls');
    const hasAmounts = parts.length > 1 && parts.every((part) => elementAt(part, 'Amt') ?? elementAt(part, 'AmtDtls', 'TxAmt', 'Amt')); // oxfmt-ignore
    if (!hasAmounts) return [camtLine(entry, parts[0] ?? entry, elementAt(entry, 'Amt'), bookedOn)];
    return parts.map((part) => camtLine(entry, part, elementAt(part, 'Amt') ?? elementAt(part, 'AmtDtls', 'TxAmt', 'Amt'), bookedOn)); // oxfmt-ignore
  });
}

function camtLine(
  entry: XmlElement,
  part: XmlElement,
  amount: XmlElement | undefined,
  bookedOn: string,
): StatementLine {
  const payer = textAt(part, 'RltdPties', 'Dbtr', 'Pty', 'Nm') || textAt(part, 'RltdPties', 'Dbtr', 'Nm');
  const texts = [...elementsOf(part, 'Ustrd'), ...elementsOf(part, 'Ref')].map(({ text }) => text.trim());
  const bankReference = textAt(part, 'Refs', 'AcctSvcrRef') || textAt(part, 'Refs', 'TxId') || textAt(entry, 'AcctSvcrRef'); // oxfmt-ignore
  const text = texts.join(' ') || textAt(entry, 'AddtlNtryInf');
  return lineOf({ currency: amount?.attributes['Ccy'] ?? '', amount: amount?.text.trim() ?? '', bookedOn, payer, text, bankReference }); // oxfmt-ignore
}

const heads = {
  bookedOn: /^(?:booked_on|booking ?date|booked|date|datum|buchungsdatum|valuta)$/i,
  amount: /^(?:amount|betrag|credit|gutschrift|belopp)$/i,
  currency: /^(?:currency|währung|ccy|valuta ?code)$/i,
  payer: /^(?:payer|name|debtor|auftraggeber|from)$/i,
  text: /^(?:text|reference|remittance|purpose|description|details|mitteilung|verwendungszweck|message)$/i,
  bankReference: /^(?:bank ?reference|id|transaction ?id|entry ?reference)$/i,
} as const;
type Head = keyof typeof heads;

function readCsv(file: string): StatementLine[] {
  const text = file.replace(/^\uFEFF/, '');
  const separator = (text.split('\n', 1)[0]!.match(/;/g)?.length ?? 0) > 0 ? ';' : ',';
  const [head, ...rows] = cellsOf(text, separator).filter((row) => row.some((cell) => cell.trim() !== ''));
  const places = Object.fromEntries(
    Object.entries(heads).map(([name, form]) => [name, head?.findIndex((cell) => form.test(cell.trim())) ?? -1]),
  ) as Record<Head, number>;
  for (const name of ['bookedOn', 'amount', 'currency', 'text'] as const)
    if (places[name] < 0) throw new Error(`there is no column for ${name}`);
  return rows.flatMap((row) => {
    const cell = (name: Head): string => plainCell(places[name] < 0 ? '' : (row[places[name]] ?? ''));
    const amount = cell('amount');
    // What went out is nobody's payment.
    if (amount === '' || amount.startsWith('-')) return [];
    return [
      lineOf({
        currency: cell('currency').toUpperCase(),
        amount: separator === ';' ? amount.replace(',', '.') : amount,
        bookedOn: cell('bookedOn'),
        payer: cell('payer'),
        text: cell('text'),
        bankReference: cell('bankReference'),
      }),
    ];
  });
}

/** An apostrophe before what a spreadsheet would work out was put there by one, or by us. */
const plainCell = (text: string): string => text.trim().replace(/^'(?=[=+\-@])/, '');

/** RFC 4180, with this separator. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|\\r|$)`, 'y');
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex;
    const [, quoted, plain, end] = cell.exec(text) ?? failAt(at, text);
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end !== separator && end !== '') rows.push([]);
    if (end === '') break;
  }
  return rows;
}

function failAt(at: number, text: string): never {
  throw new Error(`line ${text.slice(0, at).split('\n').length} is no CSV`);
}

type Raw = { [Name in keyof StatementLine]: string };

function lineOf({ currency, amount: typed, bookedOn, payer, text, bankReference }: Raw): StatementLine {
  if (!isCurrency(currency)) throw new Error(`${brief(currency)} is no currency of ours`);
  const amount = parseAmount(typed.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')) ?? 0n;
  if (amount <= 0n || !fitsDecimals(amount as Wad, currencyDecimals[currency])) throw new Error(`${brief(typed)} is no amount`); // oxfmt-ignore
  if (!/^\d{4}-\d{2}-\d{2}$/.test(bookedOn) || Number.isNaN(Date.parse(bookedOn))) throw new Error(`${brief(bookedOn)} is no date (2026-01-31)`); // oxfmt-ignore
  return { currency, amount: amount as Wad, bookedOn, payer: cut(payer, payerMax), text: cut(text, textMax), bankReference }; // oxfmt-ignore
}

const brief = (text: string): string => `“${text.slice(0, 20)}”`;

/** On one line, without signs that nobody sees. */
const cut = (text: string, length: number): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, length);
