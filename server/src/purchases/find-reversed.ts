// Finds the incoming lines whose money a bank has taken back, by comparing them with outgoing lines. Pure.
import { formatAmount, type Uuid, type Wad } from '@candor/wire';
import { uuidOfWords } from '../kit/uuid-of.ts';
import { isSaidAlike } from './find-doubles.ts';
import { referencesIn } from './match-transfers.ts';
import { daysBetween, sumOf, type OutgoingLine, type StatementLine } from './statement-line.ts';

export interface ReversibleLine extends StatementLine {
  transferId: Uuid;
  reversedOn: string | null;
  reversalId: Uuid | null;
  /** Refund of the order, owed or sent by an operator. An outgoing line of this amount is the refund, unless the bank calls it a return. */
  refund: Wad | null;
  use: 'confirmed' | 'returned' | null;
  /** Line that this line may repeat, and an operator's answer whether it does. */
  doubleOf: Uuid | null;
  doubt: 'asked' | 'another' | 'same' | null;
}

export interface Reversal {
  transferId: Uuid;
  reversalId: Uuid;
  reversedOn: string;
  text: string;
}

/** Outgoing line with an id that is made of its content. */
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
  /** Returns that are already recorded for a line, because another file reported them, with that line. */
  repeated: { reversalId: Uuid; transferId: Uuid }[];
  /** Returns of payments that have not been imported yet. */
  unknown: KnownReturn[];
}

/**
 * Each outgoing line takes back at most one payment, with all lines that report or may report it. `lines`: those of the same currencies and amounts,
 * and those that a return of another amount may name by a reference.
 */
export function findReversed(outgoing: readonly KnownReturn[], lines: readonly ReversibleLine[]): Found {
  const found: Found = { reversals: [], repeated: [], unknown: [] };
  const [groupOf, candidatesOf] = [groupsIn(lines), candidatesIn(lines)];
  const taken = new Set<ReversibleLine>();
  const rest: KnownReturn[] = [];
  const takeBack = (out: KnownReturn, best: ReversibleLine): void => {
    const { reversalId, bookedOn: reversedOn, text } = out;
    for (const line of groupOf(best)) {
      taken.add(line);
      if (line.reversedOn !== null) continue;
      const id = line === best ? reversalId : uuidOfWords(`reversal ${reversalId} of ${line.transferId}`);
      found.reversals.push({
        transferId: line.transferId,
        reversalId: id,
        reversedOn: reversedOn < line.bookedOn ? line.bookedOn : reversedOn,
        text,
      });
    }
  };
  for (const out of outgoing) {
    const free = candidatesOf(out).filter((line) => !taken.has(line) && line.amount === out.amount);
    const best = bestOf(
      out,
      free.filter((line) => line.reversedOn === null),
    );
    const known = repeatedBy(out, free, best);
    if (known) {
      for (const line of groupOf(known)) taken.add(line);
      found.repeated.push({ reversalId: out.reversalId, transferId: known.transferId });
    } else if (best) takeBack(out, best);
    else if (out.isReturn) rest.push(out);
  }
  // The remaining returns may be of a part of a payment, or of a payment and a fee: only a reference identifies the payment then.
  for (const out of rest) {
    const named = candidatesOf(out).filter((line) => line.amount !== out.amount && rankOf(out, line) >= namedRank);
    const open = bestOf(
      out,
      named.filter((line) => line.reversedOn === null && !taken.has(line) && line.refund !== out.amount),
    );
    if (open) takeBack(out, open);
    else if (named.length === 0) found.unknown.push(out);
  }
  return found;
}

/** Returns the line for which this return is already recorded; undefined if it is another return. */
function repeatedBy(
  out: KnownReturn,
  free: readonly ReversibleLine[],
  best: ReversibleLine | undefined,
): ReversibleLine | undefined {
  const same = free.find(({ reversalId }) => reversalId === out.reversalId);
  if (same) return same;
  const ranked = (line: ReversibleLine): number => {
    const rank = rankOf(out, line);
    return daysBetween(line.reversedOn!, out.bookedOn) <= (rank >= namedRank ? repeatDays : 1) ? rank : 0;
  };
  const marked = free.filter((line) => line.reversedOn !== null && ranked(line) > 0);
  const [known] = marked.toSorted((one, other) => ranked(other) - ranked(one));
  if (!known || !best || rankOf(out, best) < ranked(known)) return known;
  // `best` fits at least as well: it is the returned line if a reference names both, or if the bank calls it a return and `best` is unused.
  const isOther = ranked(known) >= namedRank || (out.isReturn && best.use === null);
  return isOther ? undefined : known;
}

function bestOf(out: OutgoingLine, lines: readonly ReversibleLine[]): ReversibleLine | undefined {
  let [best, rank]: [ReversibleLine | undefined, number] = [undefined, 0];
  for (const line of lines) {
    const found = rankOf(out, line);
    if (found > rank) [best, rank] = [line, found];
  }
  return best;
}

/** Groups lines that report the same payment, or that may do so because no operator has said that they are two payments. */
function groupsIn(lines: readonly ReversibleLine[]): (line: ReversibleLine) => readonly ReversibleLine[] {
  const byId = new Map(lines.map((line) => [line.transferId, line]));
  const isDouble = ({ doubt }: ReversibleLine): boolean => doubt === 'asked' || doubt === 'same';
  const firstOf = (line: ReversibleLine): ReversibleLine => {
    const seen = new Set([line]);
    for (let at = line; isDouble(at); seen.add(at)) {
      const next = byId.get(at.doubleOf!);
      if (!next || seen.has(next)) return at;
      at = next;
      if (!isDouble(at)) return at;
    }
    return line;
  };
  const groups = Map.groupBy(lines, firstOf);
  return (line) => groups.get(firstOf(line)) ?? [line];
}

/** Indexes lines by reference and by amount, so that no return is compared with all lines. */
function candidatesIn(lines: readonly ReversibleLine[]): (out: OutgoingLine) => ReversibleLine[] {
  const named = new Map<string, ReversibleLine[]>();
  const payers = Map.groupBy(lines, sumOf);
  for (const line of lines)
    for (const name of [`bank ${line.bankReference}`, `payer ${line.endToEnd}`, ...referencesIn(line.text)]) {
      const found = named.get(name);
      if (found) found.push(line);
      else named.set(name, [line]);
    }
  return (out) => {
    const names = [...out.text.split(/[\s,;:/]+/), out.bankReference]
      .filter((each) => each !== '')
      .map((each) => `bank ${each}`);
    if (out.endToEnd !== '') names.push(`payer ${out.endToEnd}`);
    const byName = [...names, ...referencesIn(out.text)].flatMap((name) => named.get(name) ?? []);
    const ofCurrency = [...new Set(byName)].filter(({ currency }) => currency === out.currency);
    // If a reference names a line of the same amount, the other lines of this amount are not searched.
    return ofCurrency.some((line) => line.amount === out.amount && rankOf(out, line) >= bankRank)
      ? ofCurrency
      : [...new Set([...ofCurrency, ...(payers.get(sumOf(out)) ?? [])])];
  };
}

/** Days within which banks return a payment. A later return is only recognised by a reference. */
const returnDays = 90;
/** Most days between two reports of one return, and by which a return may be booked before its payment. */
const repeatDays = 10;
/** From `bankRank` on, a reference of the bank or the payer identifies the line; from `namedRank` on, also the reference of an order. */
const [bankRank, namedRank] = [4, 3];

/** Rates how likely it is that the outgoing line returns the money of this one: 5 is certain, 0 means that it does not. */
function rankOf(out: OutgoingLine, line: ReversibleLine): number {
  const isBefore = line.bookedOn <= out.bookedOn;
  if (!isBefore && daysBetween(line.bookedOn, out.bookedOn) > repeatDays) return 0;
  if (out.bankReference !== '' && out.bankReference === line.bankReference) return 5;
  if (line.bankReference !== '' && out.text.split(/[\s,;:/]+/).includes(line.bankReference)) return 5;
  if (out.endToEnd !== '' && out.endToEnd === line.endToEnd) return bankRank;
  if (!isBefore || (line.refund !== null && line.refund >= line.amount && !out.isReturn)) return 0;
  const [ours, theirs] = [referencesIn(out.text), referencesIn(line.text)];
  if (ours.some((each) => theirs.includes(each))) return namedRank;
  if ((ours.length > 0 && theirs.length > 0) || daysBetween(line.bookedOn, out.bookedOn) > returnDays) return 0;
  const isPayer = line.payer !== '' && isSaidAlike(line.payer, out.payer);
  const isText = line.text !== '' && isSaidAlike(line.text, out.text);
  if (isPayer && isText) return 2;
  return isPayer || (isText && out.isReturn) ? 1 : 0;
}
