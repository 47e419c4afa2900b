// An order of a coin for a bank transfer, as the server holds it.
import { createHash } from 'node:crypto';
import { creditorReference, formatAmount, toInstant, wireId, type AssetCode, type CurrencyCode, type Purchase as PurchaseMessage, type PurchaseState, type RejectReason, type Settlement, type Uuid } from '@candor/wire'; // oxfmt-ignore
import { amount, date, instant, integer, oneOfEnum, text, uuid } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import type { OrderKind } from '../kit/product.ts';
import { table, type Row } from '../kit/table.ts';

export const purchases = table('purchases', {
  key: { accountId: uuid, purchaseId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    currency: text<CurrencyCode>(),
    termsVersion: integer,
    /** Of the terms of all currencies. Null where it was ordered before they had versions. */
    purchaseVersion: integer.orNull,
    /** Version of the payment terms, and the last day (UTC) of booking for which the quote holds. Both are null for orders made before those terms existed. */
    paymentVersion: integer.orNull,
    bookBy: date.orNull,
    coin: text<AssetCode>(),
    /** With check digits; whoever pays names it. */
    reference: text(),
    /** What is paid, the fee with it. */
    money: amount,
    fee: amount,
    /** What it buys. */
    coins: amount,
    perUsd: amount,
    price: amount,
    orderedAt: instant,
    expiresAt: instant,
    /** Until then it can be said, late, that it was paid. Null as the version is. */
    lateUntil: instant.orNull,
  },
  changing: {
    state: text<PurchaseState>(),
    /** Of the house's inventory, for this order alone. */
    reserved: amount,
  },
  later: {
    paidAt: instant.orNull,
    proof: uuid.orNull,
    received: amount.orNull,
    credited: amount.orNull,
    bookedOn: date.orNull,
    settlement: text<Settlement>().orNull,
    refund: amount.orNull,
    refundedAt: instant.orNull,
    /** Who sent the refund: one operator, or two in a proposal. */
    refundedBy: uuid.orNull,
    refundProposal: uuid.orNull,
    reason: text<RejectReason>().orNull,
    decidedBy: uuid.orNull,
    proposalId: uuid.orNull,
    /** Final; an order that was not paid in time can be paid late until then. */
    endedAt: instant.orNull,
  },
});
export type Purchase = Row<typeof purchases>;

/** What nobody has said yet of an order. */
export const untouched = {
  paidAt: null,
  proof: null,
  received: null,
  credited: null,
  bookedOn: null,
  settlement: null,
  refund: null,
  refundedAt: null,
  refundedBy: null,
  refundProposal: null,
  reason: null,
  decidedBy: null,
  proposalId: null,
  endedAt: null,
} as const;

/** What an account ordered on a day in a currency; in the row of `all` stand the orders that it gave up. */
export const purchaseDays = table('purchase_days', {
  key: { accountId: uuid, dayId: uuid },
  fixed: { day: date, currency: text<CurrencyCode | 'all'>() },
  changing: { ordered: amount, givenUp: integer },
});

/** Number of an account's orders that the customer said were paid and that were not. It starts again once a block would be over. */
export const unpaidPurchases = table('unpaid_purchases', {
  key: { accountId: uuid, unpaidId: uuid },
  changing: { unpaid: integer, lastAt: instant },
});

/** A line of a statement. */
export const bankTransfers = table('bank_transfers', {
  key: { transferId: uuid },
  fixed: {
    currency: text<CurrencyCode>(),
    amount,
    doubt: text<'asked' | 'another' | 'same'>().orNull,
    reversedOn: date.orNull,
  },
  later: { use: text<'confirmed' | 'returned'>().orNull, purchaseId: uuid.orNull, usedAt: instant.orNull },
});

declare module '../kit/bus.ts' {
  interface Events {
    /** An order was made, or its state changed. */
    'purchase.changed': Purchase;
  }
}

/** Letters and digits that are not taken for one another. */
const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Made of the order's id: 60 bits, so that nobody else has it. */
export function referenceOf(purchaseId: Uuid): string {
  const digest = createHash('sha256').update(`reference ${purchaseId}`).digest();
  return creditorReference(Array.from(digest.subarray(0, 12), (byte) => signs[byte % 32]!).join(''));
}

export function purchaseMessage(order: Purchase): PurchaseMessage {
  const { received, credited, refund, refundedAt, paidAt, endedAt } = order;
  return {
    id: wireId('purchase', order.purchaseId),
    account_id: wireId('account', order.accountId),
    state: order.state,
    currency: order.currency,
    coin_code: order.coin,
    money: formatAmount(order.money),
    fee: formatAmount(order.fee),
    coin_amount: formatAmount(order.coins),
    per_usd: formatAmount(order.perUsd),
    price: formatAmount(order.price),
    reference: order.reference,
    ordered_at: toInstant(order.orderedAt),
    expires_at: toInstant(order.expiresAt),
    book_by: order.bookBy,
    paid_at: paidAt === null ? null : toInstant(paidAt),
    has_proof: order.proof !== null,
    received: received === null ? null : formatAmount(received),
    credited: credited === null ? null : formatAmount(credited),
    booked_on: order.bookedOn,
    settlement: order.settlement,
    refund: refund === null ? null : formatAmount(refund),
    refunded_at: refundedAt === null ? null : toInstant(refundedAt),
    reason: order.reason,
    ended_at: endedAt === null ? null : toInstant(endedAt),
  };
}

export const purchaseKind: OrderKind = {
  kind: 'purchase',
  table: 'purchases',
  id: 'purchase_id',
  endedAt: 'ended_at',
  shown: {
    coin: 'coin',
    side: "'for ' || trim_scale(money) || ' ' || currency",
    amount: 'coins',
    amountCoin: 'coin',
    state: 'state',
    paid: 'credited',
    paidCoin: 'coin',
    receivedAt: 'ordered_at',
  },
};
