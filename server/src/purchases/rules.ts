// How an order goes on: what a customer says, what time does and what operators decide. No clock, no SQL.
import {
  creditedFor,
  overpaid,
  type PurchaseState,
  type RejectReason,
  type SecondReason,
  type Uuid,
  type Wad,
} from '@candor/wire';
import type { UnpaidTerms } from './payment-terms.ts';
import type { Purchase } from './purchase.ts';
import { dayOf } from './terms.ts';

export type Step =
  | { kind: 'paid' }
  | { kind: 'cancel' }
  /** Time is over: for paying, or for saying late that it was paid. */
  | { kind: 'time' }
  | { kind: 'confirm' }
  | { kind: 'reject' };

/** The state that a step leads to; undefined where it leads nowhere. From its expiry on, whoever says so is late. */
export function stateAfter(
  { state, expiresAt, endedAt }: Pick<Purchase, 'state' | 'expiresAt' | 'endedAt'>,
  step: Step,
  now: number,
): PurchaseState | undefined {
  if (endedAt !== null) return undefined;
  const isInTime = now < expiresAt;
  switch (step.kind) {
    case 'paid':
      if (state === 'waiting-payment') return isInTime ? 'paid' : 'late-paid';
      return state === 'expired' ? 'late-paid' : undefined;
    case 'cancel':
      return state === 'waiting-payment' && isInTime ? 'cancelled' : undefined;
    case 'time':
      return state === 'waiting-payment' && !isInTime ? 'expired' : undefined;
    case 'confirm':
      return state === 'cancelled' ? undefined : 'completed';
    case 'reject':
      return state === 'paid' || state === 'late-paid' ? 'rejected' : undefined;
  }
}

/** Returns true if the customer did not say before `expiresAt` that the order was paid, so that the quote no longer holds. */
export const isLate = ({ state, expiresAt }: Pick<Purchase, 'state' | 'expiresAt'>, now: number): boolean =>
  state === 'late-paid' || state === 'expired' || (state === 'waiting-payment' && now >= expiresAt);

/** Returns true if the order is settled at its quote: the customer said in time that it was paid, and the bank booked the money by `bookBy`. */
export const holdsQuote = (
  order: Pick<Purchase, 'state' | 'expiresAt' | 'bookBy'>,
  { now, bookedOn }: { now: number; bookedOn: string | null },
): boolean => !isLate(order, now) && (order.bookBy === null || (bookedOn !== null && bookedOn <= order.bookBy));

/** The fields of a statement's line that decide whether one operator may confirm an order by it. They never change. */
export interface ProvingLine {
  /** YYYY-MM-DD. */
  bookedOn: string;
  importedBy: Uuid;
  /** True if the line's text holds the reference of another order. */
  namesAnother: boolean;
}

/** Returns why one operator may not confirm alone that money came, or undefined if one operator may. The database checks the same at commit. */
export function secondReasonOf(
  line: ProvingLine | undefined,
  { decidedBy, isAboveLimit }: { decidedBy: Uuid | null; isAboveLimit: boolean },
): SecondReason | undefined {
  if (!line) return 'no-line';
  if (line.importedBy === decidedBy) return 'own-line';
  if (line.namesAnother) return 'names-another';
  return isAboveLimit ? 'above-limit' : undefined;
}

/** Given up: not paid though the house held the coin for it. Whoever only waits to see where the price goes is counted by it. */
export const isGivenUp = ({ state, reason }: { state: PurchaseState; reason: RejectReason | null }): boolean =>
  state === 'cancelled' || state === 'expired' || (state === 'rejected' && reason === 'not-received');

/**
 * Returns true if the customer said that the order was paid and no money was booked until `bookBy` was over. An order that is rejected earlier
 * counts as given up only.
 */
export const isUnpaid = ({
  state,
  reason,
  bookBy,
  endedAt,
}: Pick<Purchase, 'state' | 'reason' | 'bookBy' | 'endedAt'>): boolean =>
  state === 'rejected' && reason === 'not-received' && bookBy !== null && endedAt !== null && dayOf(endedAt) > bookBy;

interface Unpaid {
  unpaid: number;
  lastAt: number;
}

const blockEnd = ({ lastAt }: Unpaid, { blockDays }: Pick<UnpaidTerms, 'blockDays'>): number =>
  lastAt + blockDays * dayMs;

/** Counts one more unpaid order; starts again at one if the last block is over. */
export const countUnpaid = (
  before: Unpaid | undefined,
  terms: Pick<UnpaidTerms, 'blockDays'>,
  now: number,
): Unpaid => ({
  unpaid: before && now < blockEnd(before, terms) ? before.unpaid + 1 : 1,
  lastAt: now,
});

/** Returns the time at which the block on buying ends, or undefined if the account is not blocked. */
export function blockedUntil(
  unpaid: Unpaid | undefined,
  terms: Pick<UnpaidTerms, 'unpaidMax' | 'blockDays'>,
  now: number,
): number | undefined {
  if (!unpaid || unpaid.unpaid < terms.unpaidMax) return undefined;
  const until = blockEnd(unpaid, terms);
  return now < until ? until : undefined;
}

/** Counted against the limit of its day. */
export const countsForDay = ({ state }: Pick<Purchase, 'state'>): boolean =>
  state !== 'cancelled' && state !== 'expired' && state !== 'rejected';

const dayMs = 24 * 3_600_000;

/** A week, as long as terms had no versions. */
const firstLateMs = 7 * dayMs;

/** Until when it may still be said, late, that an order was paid. */
export const lateUntil = ({ expiresAt, lateUntil: agreed }: Pick<Purchase, 'expiresAt' | 'lateUntil'>): number =>
  agreed ?? expiresAt + firstLateMs;

/**
 * What a payment brings. `coinsNow` is what the whole price buys now, where the quote does not hold: the customer gets no more than that, and
 * no more than was agreed, so that waiting to see where the price goes is worth nothing.
 */
export function settlementOf(
  { money, coins, coin }: Pick<Purchase, 'money' | 'coins' | 'coin'>,
  received: Wad,
  coinsNow: Wad | undefined,
): { credited: Wad; refund: Wad } {
  const whole = coinsNow === undefined || coinsNow > coins ? coins : coinsNow;
  return { credited: creditedFor(received, { money, coins: whole, coin }), refund: overpaid(received, money) };
}
