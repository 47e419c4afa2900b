// Bank transfers as operators see them: orders that wait for money, and lines of statements that wait for an order.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { purchase, purchaseStates, rejectReasons } from './purchases.ts';
import { currencyCodes } from './currencies.ts';
import { amountText, defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';

const who = { operator: ['treasurer', 'risk', 'auditor', 'administrator'] } as const;
const decides = { operator: ['treasurer'] } as const;

/** Who may take statements in: two roles, so that a person other than who confirms can. */
const imports = { operator: ['treasurer', 'risk'] } as const;

/**
 * Why one operator alone may not decide that money came. above-limit: the order is above the limit of its currency. no-line: no line of a
 * statement says it. own-line: the operator imported the line. names-another: the line names another order.
 */
export const secondReasons = ['above-limit', 'no-line', 'own-line', 'names-another'] as const;
export type SecondReason = (typeof secondReasons)[number];

const listed = purchase.extend({
  /** Above it two persons confirm. */
  second_person_above: z.string(),
  needs_second: z.boolean(),
  /** What the market says it is worth now, for what is late; null where it can not be said. */
  coin_amount_now: z.string().nullable(),
  decided_by: z.string().nullable(),
  /** Who sent the refund: one operator, or two as `name, name`. */
  refunded_by: z.string().nullable(),
});
export type ListedPurchase = z.infer<typeof listed>;

const sorts = ['ordered_at', 'money'] as const;
const filters = {
  state: z.enum([...purchaseStates, 'to-confirm']).optional(),
  currency: z.enum(currencyCodes).optional(),
  /** The beginning of a reference, as it is typed. */
  reference: z.string().max(40).optional(),
  amount: z.string().max(40).optional(),
};

export const listPurchases = defineEndpoint({
  method: 'GET',
  path: '/api/purchases',
  summary: 'Orders of coins for bank transfers; to-confirm: those said to be paid, the oldest first.',
  who,
  looksAt: 'purchases-listed',
  payload: z.strictObject({ ...filters, ...listPage(...sorts) }),
  reply: listOf(listed),
  refusals: [],
});

export const exportPurchases = defineEndpoint({
  method: 'GET',
  path: '/api/purchases/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  looksAt: 'purchases-listed',
  payload: z.strictObject({ ...filters, sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: [],
});

const purchaseId = { purchase_id: text(1, 40) };

export const getPurchaseDesk = defineEndpoint({
  method: 'GET',
  path: '/api/purchases/:purchase_id',
  summary: 'One order, with the transfers that may be its own.',
  who,
  looksAt: 'purchase-viewed',
  payload: z.strictObject(purchaseId),
  reply: listed.extend({
    proof: z.string().nullable(),
    /** Line by which the order was decided, if the bank took its money back. */
    taken_back: z.object({ transfer_id: z.string(), reversed_on: z.string(), text: z.string() }).nullable(),
    transfers: z.array(
      z.object({
        transfer_id: z.string(),
        amount: z.string(),
        booked_on: z.string(),
        text: z.string(),
        payer: z.string(),
        imported_by: z.string(),
        /** Why a second person is needed to confirm the order with this line; null where the operator who asks may alone. */
        second_reason: z.enum(secondReasons).nullable(),
      }),
    ),
  }),
  refusals: ['not-found'],
});

export const viewPurchaseProof = defineEndpoint({
  method: 'GET',
  path: '/api/purchases/:purchase_id/proof',
  summary: 'The picture that the customer sent as proof, drawn over with who looks and when. Each look is in the audit log.', // oxfmt-ignore
  who: decides,
  weight: 5,
  form: 'jpeg',
  looksAt: 'purchase-proof-viewed',
  payload: z.strictObject(purchaseId),
  reply: z.string(),
  refusals: ['not-found'],
});

const confirmation = {
  ...purchaseId,
  /** What came, in the order's currency. */
  received: amountText,
  /** The line of a statement that says so; "" where it was seen elsewhere, which takes two persons. */
  transfer_id: z.string().max(40).default(''),
};
const deciding = { method: 'POST', who: decides, needsStepUp: true, takesKey: true } as const;
const confirmRefusals = ['not-found', 'order-changed', 'amount-malformed', 'too-many-decimals', 'purchase-too-little', 'transfer-used', 'transfer-maybe-double', 'transfer-reversed',
  'purchase-house-short', 'rate-old', 'market-degraded', 'market-halted'] as const; // oxfmt-ignore
const keyed = ['key-malformed', 'key-reused', 'busy'] as const;

export const confirmPurchase = defineEndpoint({
  ...deciding,
  path: '/api/purchases/confirm',
  summary:
    'The money came: the coin goes to the customer, less where less was paid. One operator needs an unused line of a statement that somebody else imported; without one, and above the limit of its currency, two persons do it as an act.',
  looksAt: 'purchase-viewed',
  payload: z.strictObject(confirmation),
  reply: listed,
  refusals: [...confirmRefusals, 'second-person-needed', 'own-account', 'day-sum-reached', ...keyed],
});

export const rejectPurchase = defineEndpoint({
  ...deciding,
  path: '/api/purchases/reject',
  summary:
    'Nothing is bought; what came goes back to the bank that it came from. Where something came, one operator needs a line of a statement that somebody else imported, as for a confirmation.',
  looksAt: 'purchase-viewed',
  payload: z.strictObject({
    ...confirmation,
    received: amountText.default('0'),
    reason: z.enum(rejectReasons),
  }),
  reply: listed,
  refusals: [
    'not-found',
    'order-changed',
    'amount-malformed',
    'too-many-decimals',
    'transfer-used',
    'transfer-maybe-double',
    'transfer-reversed',
    'second-person-needed',
    ...keyed,
  ],
});

export const recordRefund = defineEndpoint({
  ...deciding,
  path: '/api/purchases/refund',
  summary:
    'The refund of an order was sent to the bank that the money came from. It counts towards what one operator decides alone in a day; above it two do it as an act.',
  looksAt: 'purchase-viewed',
  payload: z.strictObject(purchaseId),
  reply: listed,
  refusals: ['not-found', 'order-changed', 'own-account', 'day-sum-reached', ...keyed],
});

const ofTwo = { proposers: ['treasurer'], approvers: ['risk', 'administrator'], lifeMs: 7 * 24 * 3_600_000 } as const;

export const recordRefundAct = defineAct({
  kind: 'record-refund',
  concernsAccount: true,
  summary:
    'The refund of an order was sent to the bank that the money came from, and is more than one operator decides alone in a day.',
  body: z.strictObject(purchaseId),
  ...ofTwo,
  refusals: ['not-found', 'order-changed'],
});

export const confirmPurchaseAct = defineAct({
  kind: 'confirm-purchase',
  concernsAccount: true,
  summary:
    'Money of an order came, and no line of a statement that somebody else imported says so, or it is above the limit of its currency: the coin goes to the customer, or with a reason nothing is bought and the money goes back.',
  body: z.strictObject({
    ...confirmation,
    /** The day on which the bank booked the money, YYYY-MM-DD; of a line it is the line's. */
    booked_on: z.string().max(10).default(''),
    /** "": the coin goes to the customer. */
    reason: z.enum(['', ...rejectReasons]).default(''),
  }),
  ...ofTwo,
  refusals: [...confirmRefusals, 'booking-day-missing'],
});

/**
 * Use of a line, or the reason why it can't be used. maybe-double: it resembles a line of another file, and an operator has to say whether it is
 * another payment. double: it is the same payment as that line. reversed: the bank took the money back. taken-back: the bank took the money back
 * after it had bought coins, and no operator has recorded yet what became of it.
 */
export const transferUses = [
  'open',
  'confirmed',
  'returned',
  'maybe-double',
  'double',
  'reversed',
  'taken-back',
] as const;
export type TransferUse = (typeof transferUses)[number];

const transfer = z.object({
  transfer_id: z.string(),
  currency: z.enum(currencyCodes),
  amount: z.string(),
  booked_on: z.string(),
  /** Masked in lists, as `A••• L•••`. */
  payer: z.string(),
  text: z.string(),
  imported_at: instant,
  use: z.enum(transferUses),
  /** The order that it was used for, or that it seems to be of. */
  purchase_id: z.string().nullable(),
  /** reference: it names the order. amount: it is the only one of this amount that waits. */
  match: z.enum(['reference', 'amount', 'none']),
  /** Who said that the money was returned: one operator, or two as `name, name`. */
  returned_by: z.string().nullable(),
  imported_by: z.string(),
  /** Day on which the bank took the money back, and the text of the return; also for a line that was used. */
  reversed_on: z.string().nullable(),
  reversal_text: z.string().nullable(),
  /** Operator who recorded what became of money that was taken back after it had bought coins, and the operator's note. */
  closed_by: z.string().nullable(),
  closed_note: z.string().nullable(),
  /** Line of another file that this line may repeat. */
  double_of: z.string().nullable(),
  /** Operator who answered whether the line is another payment. */
  double_answered_by: z.string().nullable(),
});
export type ListedTransfer = z.infer<typeof transfer>;

const transferFilters = { use: z.enum(transferUses).optional() };

export const listTransfers = defineEndpoint({
  method: 'GET',
  path: '/api/transfers',
  summary:
    'Lines of bank statements, those that are not used yet with the order that each seems to be of. Payer and text are masked: getTransfer shows them whole.',
  who,
  looksAt: 'transfers-listed',
  payload: z.strictObject({ ...transferFilters, ...listPage('booked_on') }),
  reply: listOf(transfer),
  refusals: [],
});

export const exportTransfers = defineEndpoint({
  method: 'GET',
  path: '/api/transfers/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  looksAt: 'transfers-listed',
  payload: z.strictObject({ ...transferFilters, sort: sortedBy('booked_on') }),
  reply: z.string(),
  refusals: [],
});

export const getTransfer = defineEndpoint({
  method: 'GET',
  path: '/api/transfers/:transfer_id',
  summary: 'One line of a statement, with who paid and what was written on the payment; the look is in the audit log.',
  who,
  looksAt: 'transfer-viewed',
  payload: z.strictObject({ transfer_id: text(1, 40) }),
  reply: transfer,
  refusals: ['not-found'],
});

export const statementBytesMax = 4_000_000;

/** What the operator states about a file. `as-file`: nothing. What the file itself says always takes precedence. */
const saidOfFile = {
  /** The currency of the account, for files that name none. */
  currency: z.enum(['as-file', ...currencyCodes]).default('as-file'),
  /** Whether 03/04 is in March or in April, for files in which no date shows it. */
  dates: z.enum(['as-file', 'day-first', 'month-first']).default('as-file'),
};

export const importStatement = defineEndpoint({
  method: 'POST',
  path: '/api/transfers/import/:currency/:dates',
  summary:
    'Takes in a bank statement, CAMT.052, 053 or 054, MT940, or a CSV file with a heading, as the part `file`. Money that came in is kept line by line; what was taken in before is not taken in again. Of the new lines, matched seem to be of an order, and doubtful are like a line of another file: an operator says whether they are other payments. reversed were taken back by the bank in this file; returns of payments that are not known, and lines that could not be read, are listed and left out; pending were not booked by the bank, and come with a later file.',
  who: imports,
  weight: 20,
  takesFile: { bytesMax: statementBytesMax },
  payload: z.strictObject(saidOfFile),
  reply: z.object({
    lines: z.number().int(),
    added: z.number().int(),
    matched: z.number().int(),
    doubtful: z.number().int(),
    reversed: z.number().int(),
    unreadable: z.number().int(),
    unknown_returns: z.number().int(),
    pending: z.number().int(),
    /** First lines that could not be read, with the number of the line (CSV, MT940) or entry (CAMT). */
    problems: z.array(z.object({ line: z.number().int(), reason: z.string() })),
    returns: z.array(z.object({ booked_on: z.string(), amount: z.string(), text: z.string() })),
  }),
  refusals: ['statement-unreadable', 'upload-failed'],
});

const transferId = { transfer_id: text(1, 40) };

export const returnTransfer = defineEndpoint({
  method: 'POST',
  path: '/api/transfers/return',
  summary:
    'The money of a line that belongs to no order was returned to its bank. It counts towards what one operator decides alone in a day; above it two do it as an act.',
  who: decides,
  needsStepUp: true,
  payload: z.strictObject(transferId),
  reply: z.object({ transfer_id: z.string() }),
  refusals: [
    'not-found',
    'transfer-used',
    'transfer-maybe-double',
    'transfer-reversed',
    'own-account',
    'day-sum-reached',
    'worth-unknown',
  ],
});

export const returnTransferAct = defineAct({
  kind: 'return-transfer',
  concernsAccount: true,
  summary:
    'The money of a line that belongs to no order was returned to its bank, and is more than one operator decides alone in a day. The account is that of the order that the line names, if it names one.',
  body: z.strictObject(transferId),
  ...ofTwo,
  refusals: ['not-found', 'transfer-used', 'transfer-maybe-double', 'transfer-reversed', 'own-account'],
});

export const answerTransferDouble = defineEndpoint({
  method: 'POST',
  path: '/api/transfers/double',
  summary:
    'Says of a line that is like a line of another file whether it is another payment, or the same one told again. Until then it matches no order and proves nothing; the same payment is never used twice.',
  who: decides,
  needsStepUp: true,
  payload: z.strictObject({ ...transferId, answer: z.enum(['another', 'same']) }),
  reply: z.object({ transfer_id: z.string() }),
  refusals: ['not-found', 'transfer-not-asked', 'own-account'],
});

export const closeTakenBack = defineEndpoint({
  method: 'POST',
  path: '/api/transfers/close',
  summary:
    'Says what became of money that the bank took back after it had bought coins: it was paid again, is claimed, or is a loss. The alarm about it ends. Only operators who did not decide the order may.',
  who: imports,
  needsStepUp: true,
  payload: z.strictObject({ ...transferId, note: text(1, 500) }),
  reply: z.object({ transfer_id: z.string() }),
  refusals: ['not-found', 'transfer-not-taken-back', 'decided-by-you', 'own-account'],
});
