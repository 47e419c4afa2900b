// The lines that every form of a bank statement is read into. Pure.
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
  /** Reference given by the bank; '' if the file has none. */
  bankReference: string;
  /** End-to-end reference given by the payer's side; '' if the file has none. */
  endToEnd: string;
}
/** Outgoing money. It may be the return of an incoming payment. */
export interface OutgoingLine extends StatementLine {
  /** True if the bank calls it a return or a reversal. */
  isReturn: boolean;
}
export interface ReadLine extends OutgoingLine {
  isOut: boolean;
}
/** Line that was left out, with the reason. */
export interface LineProblem {
  line: number;
  reason: string;
}

/** `camt` is CAMT.053. One bank may give a payment different references in files of different forms. */
export type StatementForm = 'camt' | 'camt-052' | 'camt-054' | 'mt940' | 'csv';

/** Key of lines that have the same currency and amount. */
export const sumOf = ({ currency, amount }: Pick<StatementLine, 'currency' | 'amount'>): string =>
  `${currency} ${amount}`;

/** Number of days between two days, YYYY-MM-DD. */
export const daysBetween = (one: string, other: string): number =>
  Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;

/** File whose lines are read one by one, so that an unreadable line does not stop the others. */
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

/** Truncates texts to the stored length. `bookedOn` must be a valid day. */
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

/** Returns whether a text contains a bank's word for a returned payment. */
export const saysReturn = (text: string): boolean =>
  /\b(?:return(?:ed)?|reversal|reversed|recall(?:ed)?|storno|r(?:ü|ue)ck(?:(?:ü|ue)berweisung|zahlung|gabe|buchung|lastschrift)|retoure|retur|r[ée]trocession)\b|返金|組戻/i.test(
    text,
  );

export function failAt(line: number, problem: string): never {
  throw new UnreadableLine(line, problem);
}

/** Returns the reference, or '' for a placeholder that banks write if there is none. */
const named = (reference: string): string =>
  /^(?:NOT ?PROVIDED|NO ?N?REF|N\/A|NULL|NONE|[0\s.*-]*)$/i.test(reference.trim()) ? '' : cut(reference, referenceMax);

/** Converts the full-width letters of Japanese banks and truncates the text, but keeps order references of the truncated part. */
function textOf(text: string): string {
  const whole = text.replaceAll(/[\uFF01-\uFF5E]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! - 0xfe_e0));
  const kept = cut(whole, textMax);
  const lost = [...new Set(referencesIn(whole))].filter((each) => !referencesIn(kept).includes(each));
  return lost.length === 0 ? kept : cut(`${lost.join(' ')} ${kept}`, textMax);
}

/** Returns the text on one line, without invisible characters, and truncated. */
const cut = (text: string, length: number): string =>
  text
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '');
