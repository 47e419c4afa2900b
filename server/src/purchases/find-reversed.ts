// Which lines of money that came in a bank has taken back, by lines of money that went out. Pure.
import { formatAmount, type CurrencyCode, type Uuid, type Wad } from '@candor/wire';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { isSaidAlike } from './find-doubles.ts';
import { referencesIn } from './match-transfers.ts';
import type { OutgoingLine } from './statement-line.ts';

export interface ReversibleLine {
  transferId: Uuid;
  currency: CurrencyCode;
  amount: Wad;
  bookedOn: string;
  payer: string;
  text: string;
  bankReference: string;
  endToEnd: string;
  reversedOn: string | null;
  reversalId: Uuid | null;
  /** True if an operator owes or sent this sum back: the money that went out is that refund, unless the bank calls it a return. */
  isRefunded: boolean;
}

export interface Reversal {
  transferId: Uuid;
  reversalId: Uuid;
  reversedOn: string;
  text: string;
}

/** An outgoing line with an id that is made of what its file says of it. */
export interface KnownReturn extends OutgoingLine {
  reversalId: Uuid;
}

export function withReversalIds(outgoing: readonly OutgoingLine[]): KnownReturn[] {
  const seen = new Map<string, number>();
  return outgoing.map((out) => {
    const { currency, amount, bookedOn, payer, text, bankReference } = out;
    const words = JSON.stringify([currency, formatAmount(amount), bookedOn, payer, text, bankReference]);
    const place = seen.get(words) ?? 0;
    seen.set(words, place + 1);
    return { ...out, reversalId: uuidOfWords(`reversal ${place} ${words}`) };
  });
}

interface Found {
  reversals: Reversal[];
  /** Returns that repeat the return of a line that was marked before, with that line. */
  repeated: { reversalId: Uuid; transferId: Uuid }[];
  /** Returns of payments that are not known yet. */
  unknown: KnownReturn[];
}

/** Each outgoing line takes one line back at most. `lines`: those of the same currencies and amounts. */
export function findReversed(outgoing: readonly KnownReturn[], lines: readonly ReversibleLine[]): Found {
  const taken = new Set<ReversibleLine>();
  const found: Found = { reversals: [], repeated: [], unknown: [] };
  const bySum = Map.groupBy(lines, sumOf);
  for (const out of outgoing) {
    const { reversalId } = out;
    const free = (bySum.get(sumOf(out)) ?? []).filter((line) => !taken.has(line));
    const known =
      free.find((line) => line.reversalId === reversalId) ??
      free.find(
        (line) => line.reversedOn !== null && daysBetween(line.reversedOn, out.bookedOn) <= 1 && rankOf(out, line) > 0,
      );
    const [best] = free
      .filter((line) => line.reversedOn === null && rankOf(out, line) > 0)
      .toSorted((one, other) => rankOf(out, other) - rankOf(out, one));
    const line = known ?? best;
    if (line) taken.add(line);
    if (known) found.repeated.push({ reversalId, transferId: known.transferId });
    else if (best) found.reversals.push({ transferId: best.transferId, reversalId, reversedOn: out.bookedOn, text: out.text });
    else if (out.isReturn) found.unknown.push(out);
  }
  return found;
} // oxfmt-ignore

const sumOf = ({ currency, amount }: { currency: CurrencyCode; amount: Wad }): string => `${currency} ${amount}`;

/** A bank returns a payment within this time; later ones are recognised by a reference alone. */
const returnDays = 90;

/** Rates how likely it is that the outgoing line returns the money of this one: 5 is certain, 0 means that it does not. */
function rankOf(out: OutgoingLine, line: ReversibleLine): number {
  if (line.bookedOn > out.bookedOn) return 0;
  if (out.bankReference !== '' && out.bankReference === line.bankReference) return 5;
  if (line.bankReference !== '' && out.text.split(/[\s,;:/]+/).includes(line.bankReference)) return 5;
  if (out.endToEnd !== '' && out.endToEnd === line.endToEnd) return 4;
  if (line.isRefunded && !out.isReturn) return 0;
  const [ours, theirs] = [referencesIn(out.text), referencesIn(line.text)];
  if (ours.some((each) => theirs.includes(each))) return 3;
  if ((ours.length > 0 && theirs.length > 0) || daysBetween(line.bookedOn, out.bookedOn) > returnDays) return 0;
  const isPayer = line.payer !== '' && isSaidAlike(line.payer, out.payer);
  const isText = line.text !== '' && isSaidAlike(line.text, out.text);
  if (isPayer && isText) return 2;
  return isPayer || (isText && out.isReturn) ? 1 : 0;
}

const daysBetween = (one: string, other: string): number => Math.abs(Date.parse(one) - Date.parse(other)) / 86_400_000;
