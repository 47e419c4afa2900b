// Borrowing on the wire: USDT out of a funded account of the house, for some months at a rate that is agreed before.
import { z } from 'zod';
import { accountId, amountText, defineAction, defineEndpoint, instant, pagedBy, pagedListOf, text, wholeNumber } from './endpoint.ts'; // oxfmt-ignore
import { defineEvent, defineMovements, defineOrders } from './product-parts.ts';

export const borrowMonths = [1, 3, 6, 12] as const;

/** As the wire numbers them: under review, paid out, rejected, repaid, overdue. */
export const borrowStates = { review: 1, paidOut: 2, rejected: 3, repaid: 4, overdue: 5 } as const;

/** Why an operator does not approve. */
export const borrowReasons = [
  'history-too-short',
  'too-much-at-risk',
  'details-unclear',
  'not-offered-to-you',
] as const;
export type BorrowReason = (typeof borrowReasons)[number];

const borrowTerm = z.object({
  month: z.number().int(),
  config_version: z.number().int(),
  /** Cost of a month, as a share of the amount. */
  monthly_rate: z.string(),
  min: z.string(),
  max: z.string(),
});
export type BorrowTerm = z.infer<typeof borrowTerm>;

/** What a limit is the sum of. */
export const creditParts = ['identity', 'age', 'vip', 'history'] as const;
export type CreditPart = (typeof creditParts)[number];

export const borrowRecord = z.object({
  borrow_id: z.string(),
  account_id: z.string(),
  number: z.string(),
  /** Cost of the whole term. */
  cope: z.string(),
  total_amount: z.string(),
  month: z.number().int(),
  monthly_rate: z.string(),
  state: z.number().int(),
  reason: z.enum(borrowReasons).nullable(),
  applied_at: instant,
  paid_out_at: instant.nullable(),
  due_at: instant.nullable(),
  ended_at: instant.nullable(),
  /** Where it is owed: what ends it now. */
  owed_now: z.string().nullable(),
  /** Of what is owed, what was taken since the due day, and when the last part was. */
  collected: z.string(),
  collected_at: instant.nullable(),
  /** Of a loan that is due, what is available is taken in parts; otherwise in full or not at all, as its agreement says. */
  is_collected_in_parts: z.boolean(),
  /** When another month begins, and with it more is owed; null when no more does. */
  owed_rises_at: instant.nullable(),
  /** What was paid besides the amount, once it is repaid. */
  repaid_cope: z.string().nullable(),
  agreement_sha256: z.string(),
});
export type BorrowRecord = z.infer<typeof borrowRecord>;

export const borrowEvent = defineEvent({ action: 'borrow', notify: borrowRecord });

export const loanOrders = defineOrders('loan');
export const lendingMovements = defineMovements({
  'loan-reserved': 'loan',
  'loan-released': 'loan',
  'loan-paid-out': 'loan',
  'loan-repaid': 'loan',
  'loan-cost': 'loan',
});

export const queryBorrowTerms = defineAction({
  name: 'queryBorrowTerms',
  summary: 'Terms on which USDT can be borrowed, and from which rules everybody’s limit follows.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: z.object({
    terms: z.array(borrowTerm),
    limits: z.object({
      version: z.number().int(),
      identity_amount: z.string(),
      age_amount: z.string(),
      age_months_max: z.number().int(),
      vip_amount: z.string(),
      history_share: z.string(),
      history_max: z.string(),
      limit_max: z.string(),
    }),
  }),
  refusals: [],
});
export type BorrowTerms = z.infer<typeof queryBorrowTerms.reply>;

const own = { who: 'self', selfIds: ['account_id'], refusals: [] } as const;

const creditLimit = z.object({
  limit: z.string(),
  /** What was added up, and whether the most that anyone may borrow is less than that. */
  parts: z.array(z.object({ part: z.enum(creditParts), amount: z.string() })),
  is_capped: z.boolean(),
  /** Why nothing can be asked for now. */
  blocked: z.enum(['unverified', 'unfinished', 'experience']).nullable(),
});
export type CreditLimit = z.infer<typeof creditLimit>;

export const queryBorrowLimit = defineAction({
  ...own,
  name: 'queryBorrowLimit',
  summary: 'How much you may borrow, and why.',
  payload: z.strictObject({ account_id: accountId }),
  reply: creditLimit,
});

const language = text(1, 20);
const agreement = z.object({
  language: z.string(),
  /** Markdown. */
  text: z.string(),
  /** Of the text in UTF-8. */
  sha256: z.string(),
});

export const getBorrowAgreement = defineAction({
  ...own,
  name: 'getBorrowAgreement',
  summary:
    'The agreement on an amount and a term, in a language: what is accepted by sending its digest with the application.',
  payload: z.strictObject({
    account_id: accountId,
    number: amountText,
    month: wholeNumber(1, 60),
    language,
  }),
  reply: agreement.extend({ number: z.string(), cope: z.string(), total_amount: z.string(), month: z.number().int() }),
  refusals: ['amount-malformed', 'too-many-decimals', 'borrow-terms-changed', 'borrow-out-of-range'],
});

export const getAcceptedAgreement = defineAction({
  ...own,
  name: 'getAcceptedAgreement',
  summary: 'The agreement of an application, word for word as it was accepted.',
  payload: z.strictObject({ account_id: accountId, borrow_id: text(1, 40) }),
  reply: agreement.extend({ accepted_at: instant }),
  refusals: ['not-found'],
});

export const queryBorrowList = defineAction({
  ...own,
  name: 'queryBorrowList',
  summary: 'Own applications and what became of them, newest first; or the one of borrow_id.',
  payload: z.strictObject({ account_id: accountId, borrow_id: z.string().max(40).default(''), ...pagedBy }),
  reply: pagedListOf(borrowRecord),
  refusals: ['not-found'],
});

export const submitBorrow = defineEndpoint({
  method: 'POST',
  path: '/api/borrow/submit',
  leaves: { perDay: 20 },
  summary:
    'Apply for USDT: the amount is set aside until somebody decides. cope = number × monthly rate × month, rounded up to four decimals.',
  who: 'self',
  movesMoney: true,
  selfIds: ['account_id'],
  payload: z.strictObject({
    account_id: accountId,
    number: amountText,
    cope: amountText,
    total_amount: amountText,
    month: wholeNumber(1, 60),
    /** Of the agreement that was shown and accepted. */
    agreement_sha256: z.string().regex(/^[0-9a-f]{64}$/),
    language,
  }),
  reply: borrowRecord,
  refusals: [
    'amount-malformed',
    'too-many-decimals',
    'verification-required',
    'borrow-real-only',
    'borrow-terms-changed',
    'borrow-out-of-range',
    'borrow-limit',
    'borrow-unfinished',
    'borrow-sold-out',
    'key-malformed',
    'key-reused',
    'busy',
  ],
  statusOf: { 'borrow-unfinished': 2 },
});

export const repayBorrow = defineEndpoint({
  method: 'POST',
  path: '/api/borrow/repay',
  leaves: 'fee',
  summary: 'Pay back in full, at any time: the amount and the cost of the months that have begun.',
  who: 'self',
  movesMoney: true,
  isForFrozen: true,
  selfIds: ['account_id'],
  payload: z.strictObject({
    account_id: accountId,
    borrow_id: text(1, 40),
    /** What was shown as owed. */
    total_amount: amountText,
  }),
  reply: borrowRecord,
  refusals: [
    'amount-malformed',
    'not-found',
    'order-changed',
    'borrow-owed-changed',
    'insufficient-balance',
    'key-malformed',
    'key-reused',
    'busy',
  ],
});
