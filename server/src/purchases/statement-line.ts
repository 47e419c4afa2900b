// What every form of a bank statement is read into. Pure.
import { isCurrency, type CurrencyCode, type Wad } from '@candor/wire';
import { referencesIn } from './match-transfers.ts';
import { brief, UnreadableLine } from './read-amounts.ts';

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
export interface ReadLine extends OutgoingLine {
  isOut: boolean;
}
/** A line that was left out, and why. */
export interface LineProblem {
  line: number;
  reason: string;
}

/** camt: CAMT.053. Different forms of one bank may give one payment different references. */
export type StatementForm = 'camt' | 'camt-052' | 'camt-054' | 'mt940' | 'csv';

/** A file of which each line is read by itself, so that one that can't be read keeps no other from being taken. */
export interface ReadFile {
  form: StatementForm;
  lines: (() => ReadLine)[];
  /** Number of payments that the bank lists and has not booked. */
  pending: number;
}

const [payerMax, textMax, referenceMax] = [200, 500, 200];

export type RawLine = { [Name in Exclude<keyof StatementLine, 'amount' | 'currency'>]: string } & {
  currency: CurrencyCode;
};

/** Cuts what is longer than what is stored. `bookedOn` has to be a day. */
export function lineOf(raw: RawLine, amount: Wad): StatementLine {
  return {
    currency: raw.currency,
    amount,
    bookedOn: raw.bookedOn,
    payer: cut(raw.payer, payerMax),
    text: textOf(raw.text),
    bankReference: named(raw.bankReference),
    endToEnd: named(raw.endToEnd),
  };
}

export const currencyOf = (code: string, line: number): CurrencyCode =>
  isCurrency(code) ? code : failAt(line, `${brief(code)} is no currency of ours`);

/** Words of banks for a payment that goes back. */
export const saysReturn = (text: string): boolean =>
  /\b(?:return(?:ed)?|reversal|reversed|recall(?:ed)?|storno|r(?:ü|ue)ck(?:(?:ü|ue)berweisung|zahlung|gabe|buchung|lastschrift)|retoure|retur|r[ée]trocession)\b|返金|組戻/i.test(
    text,
  );

export function failAt(line: number, problem: string): never {
  throw new UnreadableLine(line, problem);
}

/** Words of banks that stand where there is no reference. */
const named = (reference: string): string =>
  /^(?:NOT ?PROVIDED|NO ?N?REF|N\/A|NULL|NONE|[0\s.*-]*)$/i.test(reference.trim()) ? '' : cut(reference, referenceMax);

/** Banks of Japan write full-width letters. References of orders that stand behind what is cut are kept. */
function textOf(text: string): string {
  const whole = text.replaceAll(/[\uFF01-\uFF5E]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0xfe_e0));
  const kept = cut(whole, textMax);
  const lost = [...new Set(referencesIn(whole))].filter((each) => !referencesIn(kept).includes(each));
  return lost.length === 0 ? kept : cut(`${lost.join(' ')} ${kept}`, textMax);
}

/** On one line, without signs that nobody sees. */
const cut = (text: string, length: number): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '');
