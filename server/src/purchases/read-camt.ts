// CAMT.052, CAMT.053 and CAMT.054 of ISO 20022: intraday reports, statements, and notifications of single payments. Pure.
import { currencyDecimals, fitsDecimals, isDay, parseAmount, zero } from '@candor/wire';
import { elementAt, elementsOf, readXml, textAt, type XmlElement } from '../kit/read-xml.ts';
import { brief, UnreadableLine } from './read-amounts.ts';
import {
  currencyOf,
  failAt,
  lineOf,
  saysReturn,
  type ReadFile,
  type ReadLine,
  type StatementForm,
  type StatementLine,
} from './statement-line.ts';

const forms: Readonly<Record<string, StatementForm>> = {
  BkToCstmrAcctRpt: 'camt-052',
  BkToCstmrStmt: 'camt',
  BkToCstmrDbtCdtNtfctn: 'camt-054',
};

/** Reads booked entries only. A batch gives one line for each of its payments, if the payments add up to the batch. */
export function readCamt(text: string): ReadFile {
  const root = readXml(text);
  const form = Object.keys(forms).find((name) => elementAt(root, name)) ?? fail();
  const entries = elementsOf(root, 'Ntry').map((entry, place) => ({ entry, place, status: statusOf(entry) }));
  return {
    form: forms[form]!,
    lines: entries.filter(({ status }) => !notBooked.includes(status)).flatMap(entryLines),
    pending: entries.filter(({ entry, status }) => notBooked.includes(status) && directionOf(entry) === 'CRDT').length,
  };
}

function fail(): never {
  throw new Error(`there is none of ${Object.keys(forms).join(', ')}`);
}

/** Pending, future-dated, and for information only. */
const notBooked = ['PDNG', 'FUTR', 'INFO'];
const statusOf = (entry: XmlElement): string =>
  textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts', 'Prtry') || textAt(entry, 'Sts');
const directionOf = (entry: XmlElement): string => textAt(entry, 'CdtDbtInd');

interface PlacedEntry {
  entry: XmlElement;
  place: number;
  status: string;
}

function entryLines({ entry, place, status }: PlacedEntry): (() => ReadLine)[] {
  const line = place + 1;
  const way = directionOf(entry);
  const isReversal = /^(?:true|1)$/.test(textAt(entry, 'RvslInd'));
  if (status !== 'BOOK') return [() => failAt(line, `${brief(status)} does not say whether it is booked`)];
  if (way !== 'CRDT' && way !== 'DBIT')
    return [() => failAt(line, 'it does not say whether money came in or went out')];
  // An incoming reversal is our own money that comes back, not a payment by a customer.
  if (way === 'CRDT' && isReversal) return [];
  const parts = elementsOf(entry, 'TxDtls');
  const of = (part: XmlElement, amount: XmlElement | undefined) => () => {
    const isOut = (textAt(part, 'CdtDbtInd') || way) === 'DBIT';
    const read = camtLine({ entry, place }, part, { amount, isOut });
    const isReturn = isOut && (isReversal || elementsOf(part, 'RtrInf').length > 0 || saysReturn(read.text));
    return { ...read, isOut, isReturn };
  };
  const whole = of(entry, elementAt(entry, 'Amt'));
  const isBatch = parts.length > 1 || elementsOf(entry, 'NbOfTxs').some(({ text }) => parseInt(text, 10) > 1);
  if (!isBatch) return [() => ({ ...of(parts[0] ?? entry, elementAt(entry, 'Amt'))(), isOut: way === 'DBIT' })];
  const amountIn = (part: XmlElement) => elementAt(part, 'Amt') ?? elementAt(part, 'AmtDtls', 'TxAmt', 'Amt');
  try {
    const read = parts.map((part) => of(part, amountIn(part))());
    const { amount, currency } = whole();
    const sum = read.reduce(
      (total, each) => total + (each.isOut === (way === 'DBIT') ? each.amount : -each.amount),
      0n,
    );
    if (sum === amount && read.every((each) => each.currency === currency)) return read.map((each) => () => each);
  } catch (error) {
    if (!(error instanceof UnreadableLine)) throw error;
  }
  return [() => failAt(line, 'it is a batch, and the payments in it are not its sum: import a file that lists them')];
}

/** ISO 20022 writes amounts with a decimal point and without group separators. */
function camtLine(
  { entry, place }: Omit<PlacedEntry, 'status'>,
  part: XmlElement,
  { amount, isOut }: { amount: XmlElement | undefined; isOut: boolean },
): StatementLine {
  const line = place + 1;
  const nameOf = (role: string): string =>
    textAt(part, 'RltdPties', role, 'Pty', 'Nm') || textAt(part, 'RltdPties', role, 'Nm');
  const texts = [...elementsOf(part, 'Ustrd'), ...elementsOf(part, 'Ref')].map(({ text }) => text.trim());
  const currency = currencyOf(amount?.attributes['Ccy'] ?? '', line);
  const value = parseAmount(amount?.text.trim() ?? '') ?? zero;
  if (value === zero || !fitsDecimals(value, currencyDecimals[currency]))
    failAt(line, `${brief(amount?.text.trim() ?? '')} is no amount`);
  const bookedOn = (textAt(entry, 'BookgDt', 'Dt') || textAt(entry, 'BookgDt', 'DtTm')).slice(0, 10);
  return lineOf(
    {
      currency,
      bookedOn: isDay(bookedOn) ? bookedOn : failAt(line, `${brief(bookedOn)} is no date`),
      // The receiver of a returned payment is listed as the creditor, or still as the debtor of the original payment.
      payer: isOut ? nameOf('Cdtr') || nameOf('Dbtr') : nameOf('Dbtr'),
      text: texts.join(' ') || textAt(entry, 'AddtlNtryInf'),
      bankReference:
        textAt(part, 'Refs', 'AcctSvcrRef') || textAt(part, 'Refs', 'TxId') || textAt(entry, 'AcctSvcrRef'),
      endToEnd: textAt(part, 'Refs', 'EndToEndId'),
    },
    value,
  );
}
