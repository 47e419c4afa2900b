// Coins bought by bank transfer, on the wire: the quote is locked for a while, and the coin is set aside until the order ends.
import { z } from 'zod';
import { currencyCodes } from './currencies.ts';
import { accountId, amountText, defineAction, defineEndpoint, instant, listOf, pagedBy, pagedListOf, text, wholeNumber } from './endpoint.ts'; // oxfmt-ignore
import { defineEvent, defineMovements, defineOrders } from './product-parts.ts';

/** late-paid: said to be paid after its time, an operator looks. expired: not paid in time, and can still be said to be for a week. */
export const purchaseStates = ['waiting-payment', 'paid', 'late-paid', 'completed', 'cancelled', 'expired', 'rejected'] as const; // oxfmt-ignore
export type PurchaseState = (typeof purchaseStates)[number];
/** Which rule gave the amount. quote: what was agreed. rate: what was agreed or what the money bought, whichever was less. */
export const settlements = ['quote', 'rate'] as const;
export type Settlement = (typeof settlements)[number];
export const rejectReasons = ['not-received', 'other-name', 'wrong-amount', 'bank-returned', 'other'] as const;
export type RejectReason = (typeof rejectReasons)[number];

export const purchase = z.object({
  id: z.string(),
  account_id: z.string(),
  state: z.enum(purchaseStates),
  currency: z.enum(currencyCodes),
  coin_code: z.string(),
  /** What is paid, the fee with it. */
  money: z.string(),
  fee: z.string(),
  /** What is set aside for it. */
  coin_amount: z.string(),
  /** Units of the currency for one US dollar, and USDT for one of the coin. */
  per_usd: z.string(),
  price: z.string(),
  /** With check digits; whoever pays names it. */
  reference: z.string(),
  ordered_at: instant,
  /** Until when it can be paid at this quote. */
  expires_at: instant,
  /** The last day (UTC) on which our bank books the money for the quote to hold; null of older orders, whose quote holds as long. */
  book_by: z.string().nullable(),
  paid_at: instant.nullable(),
  has_proof: z.boolean(),
  /** What came, and what became of it; null before. */
  received: z.string().nullable(),
  credited: z.string().nullable(),
  /** The day on which the bank booked it. */
  booked_on: z.string().nullable(),
  settlement: z.enum(settlements).nullable(),
  /** What of it goes back to the customer's bank. */
  refund: z.string().nullable(),
  refunded_at: instant.nullable(),
  reason: z.enum(rejectReasons).nullable(),
  ended_at: instant.nullable(),
});
export type Purchase = z.infer<typeof purchase>;

/** Where it is paid to. */
const payee = z.object({
  bank: z.string(),
  holder: z.string(),
  postcode: z.string(),
  town: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
  /** An IBAN, or the bank's own number. */
  account_number: z.string(),
  swift: z.string(),
  /** Hours of the working day in which transfers are looked at, by `time_zone`. */
  opens_hour: z.number().int(),
  closes_hour: z.number().int(),
  time_zone: z.string(),
});
export type Payee = z.infer<typeof payee>;

export const purchaseEvent = defineEvent({ action: 'purchase', notify: purchase });

export const purchaseOrders = defineOrders('purchase');
export const purchaseMovements = defineMovements({
  'purchase-promised': 'purchase',
  'purchase-received': 'purchase',
  'purchase-released': 'purchase',
});

export const queryPurchaseTerms = defineAction({
  name: 'queryPurchaseTerms',
  summary:
    'In which currencies coins are sold for a bank transfer, from how much to how much, and what all of it goes by.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: listOf(
    z.object({
      currency: z.enum(currencyCodes),
      min: z.string(),
      max: z.string(),
      /** Of an account, on a day (UTC). */
      day_limit: z.string(),
      /** After the time to pay, within which our bank books the money for the quote to hold. */
      bank_days: z.number().int(),
      opens_hour: z.number().int(),
      closes_hour: z.number().int(),
      time_zone: z.string(),
    }),
  ).extend({
    /** Of what is paid. */
    fee_rate: z.string(),
    /** How long a quote is locked. */
    payment_minutes: z.number().int(),
    /** Orders given up on a day (UTC) before buying pauses for the rest of it. */
    given_up_max: z.number().int(),
    /** Orders said to be paid that were not, before buying is blocked for so many days since the last of them. */
    unpaid_max: z.number().int(),
    block_days: z.number().int(),
  }),
  refusals: [],
});

const keyed = ['key-malformed', 'key-reused', 'busy'] as const;

export const submitPurchase = defineEndpoint({
  method: 'POST',
  path: '/api/buy-coins/submit',
  leaves: 'own-limit',
  summary:
    'Order a coin for a bank transfer: the quote holds for the time to pay, and the coin is set aside. How many orders of an account are set aside for at a time, and which share of what the house can still promise of the coin they hold, says the setting purchase-terms.',
  who: 'self',
  movesMoney: true,
  selfIds: ['account_id'],
  payload: z.strictObject({
    account_id: accountId,
    /** Of the currency, e.g. EUR. */
    short_name: text(1, 10),
    coin_code: text(1, 10),
    /** What is paid, the fee with it. */
    money: amountText,
    /** Decimals of the coin. */
    coinAccuracy: wholeNumber(0, 18),
    /** What the customer was shown to get: much less is refused. */
    receive: amountText.default(''),
    /** The fee that was shown: where it has become dearer meanwhile, nothing is ordered. */
    fee: amountText.default(''),
  }),
  reply: z.object({ id: z.string(), purchase }),
  refusals: ['verification-required', 'purchase-experience', 'currency-unknown', 'unknown-coin', 'amount-malformed', 'too-many-decimals',
    'coin-accuracy-wrong', 'purchase-off', 'rate-old', 'market-degraded', 'market-halted', 'purchase-out-of-range', 'purchase-day-limit',
    'purchases-paused', 'purchases-blocked', 'open-orders-limit', 'purchase-moved', 'purchase-house-short', ...keyed],
}); // oxfmt-ignore

export const getPurchase = defineEndpoint({
  method: 'GET',
  path: '/api/buy-coins/:id',
  summary: 'One own order, and the bank account that it is paid to.',
  who: 'self',
  payload: z.strictObject({ id: text(1, 40) }),
  reply: purchase.extend({ payee }),
  refusals: ['not-found'],
});

const one = {
  method: 'POST',
  who: 'self',
  movesMoney: true,
  mayBeLate: true,
  isForFrozen: true,
} as const;

export const markPurchasePaid = defineEndpoint({
  ...one,
  path: '/api/buy-coins/paid',
  leaves: 'own-limit',
  summary: 'Says that it was paid, with a picture as proof if there is one. After its time it goes to an operator all the same.', // oxfmt-ignore
  payload: z.strictObject({ id: text(1, 40), proof: z.string().max(60).default('') }),
  reply: purchase,
  refusals: ['not-found', 'order-changed', 'picture-missing', ...keyed],
});

export const cancelPurchase = defineEndpoint({
  ...one,
  path: '/api/buy-coins/cancel',
  leaves: 'taken-back',
  summary: 'Ends an order that was not paid. Some orders that are not paid pause buying for the rest of the day.',
  payload: z.strictObject({ id: text(1, 40) }),
  reply: purchase,
  refusals: ['not-found', 'order-changed', ...keyed],
});

export const findPurchases = defineAction({
  name: 'findBuyCoinList',
  summary: 'Own orders of coins for bank transfers, newest first.',
  who: 'self',
  selfIds: ['account_id'],
  payload: z.strictObject({ account_id: accountId, ...pagedBy }),
  reply: pagedListOf(purchase),
  refusals: [],
});
