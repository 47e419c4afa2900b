// Loans at the console: applications with the customer's picture, the decision, and the book of what is owed.
import { z } from 'zod';
import { defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { borrowReasons, creditParts } from './lending.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';

const who = { operator: ['treasurer', 'risk', 'auditor', 'administrator'] } as const;
const decides = { operator: ['treasurer', 'risk'] } as const;

export const loanStates = ['review', 'paid-out', 'rejected', 'repaid', 'overdue'] as const;

const listedLoan = z.object({
  loan_id: z.string(),
  account_id: z.string(),
  state: z.enum(loanStates),
  amount: z.string(),
  cost: z.string(),
  months: z.number().int(),
  monthly_rate: z.string(),
  needs_two_persons: z.boolean(),
  applied_at: instant,
  decided_at: instant.nullable(),
  decided_by: z.string().nullable(),
  reason: z.enum(borrowReasons).nullable(),
  due_at: instant.nullable(),
  /** Where it is owed. */
  owed_now: z.string().nullable(),
  /** What was taken since the due day, and when the last part was. */
  collected: z.string(),
  collected_at: instant.nullable(),
  /** Whole days since it was due; null unless it is overdue. */
  days_overdue: z.number().int().nullable(),
  ended_at: instant.nullable(),
});
export type ListedLoan = z.infer<typeof listedLoan>;

/** What the decision is made on. */
const borrowerPicture = z.object({
  number: z.string(),
  opened_at: instant,
  vip: z.number().int(),
  verified_by: z.string().nullable(),
  is_frozen: z.boolean(),
  /** As it was when the application came. */
  credit_limit: z.string(),
  /** As it is now. */
  parts: z.array(z.object({ part: z.enum(creditParts), amount: z.string() })),
  balances: z.array(
    z.object({ coin: z.string(), available: z.string(), reserved: z.string(), margin: z.string(), staked: z.string() }),
  ),
  /** USDT that came from outside, and that customers’ products brought or took: by kind of movement, of 90 days. */
  results: z.array(z.object({ kind: z.string(), received: z.string(), given: z.string(), count: z.number().int() })),
  earlier: z.array(listedLoan),
});
export type BorrowerPicture = z.infer<typeof borrowerPicture>;

const sorts = ['applied_at', 'due_at', 'amount'] as const;
const filters = { state: z.enum(loanStates).optional() };

export const listLoans = defineEndpoint({
  method: 'GET',
  path: '/api/loans',
  summary: 'Applications and loans: those under review with the oldest first, those that run by the day they are due.',
  who,
  looksAt: 'loans-listed',
  payload: z.strictObject({ ...filters, ...listPage(...sorts) }),
  reply: listOf(listedLoan),
  refusals: [],
});

export const exportLoans = defineEndpoint({
  method: 'GET',
  path: '/api/loans/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  looksAt: 'loans-listed',
  payload: z.strictObject({ ...filters, sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: [],
});

export const getLoan = defineEndpoint({
  method: 'GET',
  path: '/api/loans/:loan_id',
  summary: 'One of them, with what is known of the customer; the look is in the audit log.',
  who,
  looksAt: 'loan-viewed',
  payload: z.strictObject({ loan_id: text(1, 40) }),
  reply: listedLoan.extend({ borrower: borrowerPicture, agreement: z.object({ language: z.string(), text: z.string(), sha256: z.string() }) }), // oxfmt-ignore
  refusals: ['not-found'],
});

export const getLoanBook = defineEndpoint({
  method: 'GET',
  path: '/api/loans/book',
  summary: 'What can be borrowed, is promised, is owed and is overdue, and what falls due in the next days.',
  who,
  payload: z.strictObject({}),
  reply: z.object({
    free: z.string(),
    reserved: z.string(),
    running: z.string(),
    overdue: z.string(),
    running_count: z.number().int(),
    overdue_count: z.number().int(),
    /** In UTC. */
    due_by_day: z.array(z.object({ day: z.string(), count: z.number().int(), total: z.string() })),
  }),
  refusals: [],
});

export const approveLoan = defineEndpoint({
  method: 'POST',
  path: '/api/loans/approve',
  summary: 'Pay an application out. Above the limit of one operator it is an act instead, which a second one approves.',
  who: decides,
  needsStepUp: true,
  looksAt: 'loan-viewed',
  payload: z.strictObject({ loan_id: text(1, 40) }),
  reply: listedLoan,
  refusals: ['not-found', 'loan-decided', 'loan-needs-two', 'own-account', 'day-sum-reached', 'busy'],
});

export const rejectLoan = defineEndpoint({
  method: 'POST',
  path: '/api/loans/reject',
  summary:
    'Decline an application; the customer reads the reason in their language, and what was set aside is free again.',
  who: decides,
  needsStepUp: true,
  looksAt: 'loan-viewed',
  payload: z.strictObject({ loan_id: text(1, 40), reason: z.enum(borrowReasons) }),
  reply: listedLoan,
  refusals: ['not-found', 'loan-decided', 'busy'],
});
