// CAMT.052, CAMT.053 and CAMT.054 of ISO 20022: reports within a day, statements of days, and notifications of single payments. Pure.
import { currencyDecimals, fitsDecimals, isDay, parseAmount, zero } from '@candor/wire';
import { elementAt, elementsOf, readXml, textAt, type XmlElement } from '../kit/read-xml.ts';
import { brief } from './read-amounts.ts';
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

/** Only what is booked; a batch is one line for each payment in it, where the bank says what each was. */
export function readCamt(text: string): ReadFile {
  const root = readXml(text);
  const form = Object.keys(forms).find((name) => elementAt(root, name)) ?? fail();
  const entries = elementsOf(root, 'Ntry').map((entry, place) => ({ entry, place, status: statusOf(entry) }));
  return {
    form: forms[form]!,
    lines: entries.filter(({ status }) => status === 'BOOK').flatMap(entryLines),
    pending: entries.filter(({ entry, status }) => status === 'PDNG' && directionOf(entry) === 'CRDT').length,
  };
}

function fail(): never {
  throw new Error(`there is none of ${Object.keys(forms).join(', ')}`);
}

const statusOf = (entry: XmlElement): string => textAt(entry, 'Sts', 'Cd') || textAt(entry, 'Sts');
const directionOf = (entry: XmlElement): string => textAt(entry, 'CdtDbtInd');

interface PlacedEntry {
  entry: XmlElement;
  place: number;
}

function entryLines({ entry, place }: PlacedEntry): (() => ReadLine)[] {
  const isOut = directionOf(entry) === 'DBIT';
  const isReversal = textAt(entry, 'RvslInd') === 'true';
  // Incoming money that is a reversal is money of ours that comes back.
  if (!isOut && (directionOf(entry) !== 'CRDT' || isReversal)) return [];
  const parts = elementsOf(entry, 'TxDtls');
  const amountIn = (part: XmlElement) => elementAt(part, 'Amt') ?? elementAt(part, 'AmtDtls', 'TxAmt', 'Amt');
  const hasAmounts = parts.length > 1 && parts.every((part) => amountIn(part));
  const of = (part: XmlElement, amount: XmlElement | undefined) => () => {
    const line = camtLine({ entry, place }, part, { amount, isOut });
    const isReturn = isOut && (isReversal || elementsOf(part, 'RtrInf').length > 0 || saysReturn(line.text));
    return { ...line, isOut, isReturn };
  };
  return hasAmounts ? parts.map((part) => of(part, amountIn(part))) : [of(parts[0] ?? entry, elementAt(entry, 'Amt'))];
}

/** ISO 20022 writes each amount with a point, and with nothing between its digits. */
function camtLine(
  { entry, place }: PlacedEntry,
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
      // Whoever is paid back stands as the creditor, or still as the debtor of the payment.
      payer: isOut ? nameOf('Cdtr') || nameOf('Dbtr') : nameOf('Dbtr'),
      text: texts.join(' ') || textAt(entry, 'AddtlNtryInf'),
      bankReference:
        textAt(part, 'Refs', 'AcctSvcrRef') || textAt(part, 'Refs', 'TxId') || textAt(entry, 'AcctSvcrRef'),
      endToEnd: textAt(part, 'Refs', 'EndToEndId'),
    },
    value,
  );
}
