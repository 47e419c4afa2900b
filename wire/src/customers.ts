// Customers as operators see them. Every look is a row of the audit log.
import { z } from 'zod';
import { accountTypes } from './accounts.ts';
import { defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { failureReasons } from './identity.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { hasOneOf, type WithRoles } from './operator-roles.ts';
import { orderName } from './order-names.ts';
import { receipt } from './receipts.ts';

const looksAtCustomers = { operator: ['support', 'identity-reviewer', 'treasurer', 'risk', 'auditor', 'administrator'] } as const; // oxfmt-ignore
/** Who sees all customers, page by page and as a table. Other roles look for one who has a question, and need what to look for. */
const exportsCustomers = { operator: ['risk', 'auditor', 'administrator'] } as const;
export const needsSearch = (operator: WithRoles): boolean => !hasOneOf(exportsCustomers.operator, operator);

const sorts = ['created_at', 'number'] as const;
const filters = {
  /** Id or number of an account, an e-mail address, a phone number with its area code, or the id of an order. */
  find: z.string().max(128).optional(),
  type: z.enum(accountTypes).optional(),
  state: z.enum(['open', 'frozen']).optional(),
  identity: z.enum(['verified', 'unverified']).optional(),
};

const customer = z.object({
  account_id: z.string(),
  number: z.string(),
  /** Masked in lists, as a•••@example.com and •••67. */
  email: z.string().nullable(),
  phone: z.string().nullable(),
  type: z.enum(accountTypes),
  language: z.string(),
  verified_by: z.string().nullable(),
  is_frozen: z.boolean(),
  created_at: instant,
});
export type CustomerMessage = z.infer<typeof customer>;

const move = z.object({
  entry_id: z.string(),
  leg: z.number().int(),
  kind: z.string(),
  coin: z.string(),
  from: z.string(),
  to: z.string(),
  amount: z.string(),
  at: instant,
});
const order = z.object({
  order_id: z.string(),
  product: orderName,
  coin: z.string(),
  side: z.string(),
  /** Stake, margin, or what was given. */
  amount: z.string(),
  amount_coin: z.string(),
  state: z.string(),
  paid: z.string().nullable(),
  paid_coin: z.string(),
  received_at: instant,
});
const event = z.object({
  event_id: z.string(),
  kind: z.string(),
  at: instant,
  ip: z.string(),
  device: z.string(),
  /** When its owner said that it was somebody else. */
  disowned_at: instant.nullable(),
});
const note = z.object({ note_id: z.string(), at: instant, operator: z.string(), text: z.string() });

/** Lists of a customer that grow for ever: the page has the newest of each and reads on from there. */
const lists = { moves: z.array(move), orders: z.array(order), events: z.array(event), notes: z.array(note) };
const listNames = ['moves', 'orders', 'events', 'notes'] as const satisfies readonly (keyof typeof lists)[];
export type CustomerList = keyof typeof lists;

export const listCustomers = defineEndpoint({
  method: 'GET',
  path: '/api/customers',
  summary:
    'Customers, the newest first, or those that are found by what is known of them; risk, auditors and administrators alone see them without such a search. ' +
    'E-mail and phone are masked: getCustomer shows them whole. The look is in the audit log.',
  who: looksAtCustomers,
  looksAt: 'customers-listed',
  payload: z.strictObject({ ...filters, ...listPage(...sorts) }),
  reply: listOf(customer),
  refusals: ['search-needed'],
});

export const exportCustomers = defineEndpoint({
  method: 'GET',
  path: '/api/customers/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who: exportsCustomers,
  weight: 10,
  form: 'csv',
  looksAt: 'customers-listed',
  payload: z.strictObject({ ...filters, sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: [],
});

export const getCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/customers/:account_id',
  summary:
    'One customer: balances, the newest lines of the journal, orders, sessions, and what became of the identity; the look is in the audit log.',
  who: looksAtCustomers,
  looksAt: 'customer-viewed',
  payload: z.strictObject({ account_id: text(1, 40) }),
  reply: customer.extend({
    balances: z.array(
      z.object({
        coin: z.string(),
        available: z.string(),
        reserved: z.string(),
        margin: z.string(),
        staked: z.string(),
      }),
    ),
    /** The newest of each. */
    ...lists,
    /** While there is more of it: where `getCustomerMore` reads on. */
    next: z.object({
      moves: z.string().optional(),
      orders: z.string().optional(),
      events: z.string().optional(),
      notes: z.string().optional(),
    }),
    /** Those that were used last, fifty at most. */
    sessions: z.array(z.object({ ip: z.string(), device: z.string(), created_at: instant, last_seen_at: instant })),
    /** Why nothing may be withdrawn, and until when. */
    holds: z.array(z.object({ reason: z.string(), ends_at: instant })),
    /** What the customer allows himself, USDT; null without a limit. */
    limits: z.object({
      loss_day: z.string().nullable(),
      loss_week: z.string().nullable(),
      loss_month: z.string().nullable(),
      stake_max: z.string().nullable(),
      pause: z.object({ kind: z.string(), ends_at: instant }).nullable(),
    }),
    /** What was handed in to be certified by, the latest first, fifty at most. */
    identity: z.array(
      z.object({
        case_id: z.string(),
        state: z.enum(['review', 'approved', 'failed', 'withdrawn']),
        attempt: z.number().int(),
        submitted_at: instant,
        decided_at: instant.nullable(),
        /** Why it failed. */
        reason: z.enum(failureReasons).nullable(),
      }),
    ),
    /** Lists that end here though there is more. */
    cut: z.array(z.enum(['sessions', 'identity'])),
  }),
  refusals: ['account-unknown'],
});

export const getCustomerMore = defineEndpoint({
  method: 'GET',
  path: '/api/customers/:account_id/more/:list',
  summary: 'A list of a customer’s page from where the part before it ended; the look is in the audit log.',
  who: looksAtCustomers,
  looksAt: 'customer-viewed',
  payload: z.strictObject({ account_id: text(1, 40), list: z.enum(listNames), after: text(1, 80) }),
  /** The list that was asked for, and `next` while there is more. */
  reply: z.object(lists).partial().extend({ next: z.string().optional() }),
  refusals: ['account-unknown'],
});

export const noteCustomer = defineEndpoint({
  method: 'POST',
  path: '/api/customers/note',
  summary: 'Write something down about a customer, for other operators and for ever.',
  who: { operator: ['support', 'identity-reviewer', 'treasurer', 'risk', 'administrator'] },
  payload: z.strictObject({ account_id: text(1, 40), text: text(1, 2000) }),
  reply: z.object({}),
  refusals: ['account-unknown'],
});

export const getCustomerReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/customers/:account_id/receipt/:kind/:id',
  summary: 'The signed receipt of a customer’s ended order, as the customer has it; the look is in the audit log.',
  who: looksAtCustomers,
  form: 'bare',
  looksAt: 'receipt-viewed',
  payload: z.strictObject({ account_id: text(1, 40), kind: text(1, 20), id: text(1, 40) }),
  reply: receipt,
  refusals: ['account-unknown', 'not-found', 'not-settled', 'receipt-follows'],
});
