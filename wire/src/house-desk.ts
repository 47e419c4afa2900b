// The business as operators see it: what the house holds, what it could cost, its journal, and whether all invariants hold.
import { z } from 'zod';
import { conductDesk } from './conduct.ts';
import { defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { resultProduct } from './house-results.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { orderName } from './order-names.ts';
import { operatorRoles } from './operator-roles.ts';

const everybody = { operator: operatorRoles } as const;
const money = { operator: ['treasurer', 'risk', 'auditor', 'administrator'] } as const;

export const listHouseAccounts = defineEndpoint({
  method: 'GET',
  path: '/api/house',
  summary: 'What the house holds, by bucket, coin and book; below zero where money comes from.',
  who: everybody,
  payload: z.strictObject({}),
  reply: z.object({
    accounts: z.array(
      z.object({ bucket: z.string(), coin: z.string(), book: z.enum(['real', 'bonus']), balance: z.string() }),
    ),
    /** Gains that are fixed and not paid yet, USDT. */
    due: z.string(),
  }),
  refusals: [],
});

/** Shares of a price by which a coin may move, in percent. */
export const moveSteps = [-10, -5, -1, 1, 5, 10] as const;

export const getExposure = defineEndpoint({
  method: 'GET',
  path: '/api/exposure',
  summary:
    'What customers have open in real money, by coin, and what the house would lose (below zero: gain) if its price moved.',
  who: everybody,
  payload: z.strictObject({}),
  reply: z.object({
    coins: z.array(
      z.object({
        coin: z.string(),
        options: z.number().int(),
        /** In USDT: staked on either side, and what is promised beyond it. */
        up_stake: z.string(),
        up_profit: z.string(),
        down_stake: z.string(),
        down_profit: z.string(),
        positions: z.number().int(),
        waiting: z.number().int(),
        /** In the coin. */
        open_long: z.string(),
        open_short: z.string(),
        /** Set aside for contracts, USDT. */
        reserved: z.string(),
        /** In the order of `moveSteps`, of contracts alone, USDT; null without a price. Ends by liquidation are left out: it is no less than that. */
        costs: z.array(z.string()).nullable(),
        /** The same of options, if all ended at that price: profits of those who win less stakes of those who lose. */
        option_costs: z.array(z.string()).nullable(),
      }),
    ),
  }),
  refusals: [],
});

/** What each lasts, in hours, and how far apart its points are, in minutes. */
export const historySpans = {
  day: { hours: 24, stepMinutes: 10 },
  week: { hours: 7 * 24, stepMinutes: 60 },
  quarter: { hours: 90 * 24, stepMinutes: 12 * 60 },
} as const;
export type HistorySpan = keyof typeof historySpans;

export const getHouseHistory = defineEndpoint({
  method: 'GET',
  path: '/api/house/history',
  summary: 'What the bankroll of a coin was and what was set aside of it, over time; sampled every ten minutes.',
  who: everybody,
  payload: z.strictObject({
    coin: text(1, 10).default('USDT'),
    book: z.enum(['real', 'bonus']).default('real'),
    span: z.enum(['day', 'week', 'quarter']).default('day'),
  }),
  reply: z.object({
    /** Those that had money in this time, the bankroll first. */
    buckets: z.array(z.string()),
    /** The oldest first; balances in the order of the buckets. */
    points: z.array(z.object({ at: instant, balances: z.array(z.string()) })),
    /** Coins of the book that have a history. */
    coins: z.array(z.string()),
  }),
  refusals: [],
});

export const getHouseToday = defineEndpoint({
  method: 'GET',
  path: '/api/house/today',
  summary:
    'What each product took from customers and gave them since midnight (UTC), in real USDT; what was counted is up to a minute old.',
  who: everybody,
  payload: z.strictObject({}),
  reply: z.object({
    counted_at: instant,
    products: z.array(z.object({ product: resultProduct, taken: z.string(), given: z.string(), result: z.string() })),
  }),
  refusals: [],
});

const orderSorts = ['received_at', 'amount'] as const;
const orderFilters = { product: z.string().max(20).optional(), coin: z.string().max(10).optional() };

export const listOpenOrders = defineEndpoint({
  method: 'GET',
  path: '/api/open-orders',
  summary: 'What customers have open in all products, the largest first.',
  who: money,
  looksAt: 'orders-listed',
  payload: z.strictObject({ ...orderFilters, ...listPage(...orderSorts) }),
  reply: listOf(
    z.object({
      order_id: z.string(),
      product: orderName,
      account_id: z.string(),
      coin: z.string(),
      side: z.string(),
      /** Stake, margin, or what was given. */
      amount: z.string(),
      amount_coin: z.string(),
      state: z.string(),
      received_at: instant,
    }),
  ),
  refusals: [],
});

export const exportOpenOrders = defineEndpoint({
  method: 'GET',
  path: '/api/open-orders/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who: money,
  weight: 10,
  form: 'csv',
  looksAt: 'orders-listed',
  payload: z.strictObject({ ...orderFilters, sort: sortedBy(...orderSorts) }),
  reply: z.string(),
  refusals: [],
});

const sorts = ['sequence'] as const;
const filters = {
  /** The id of an account; the house's own entries without one. */
  account: z.string().max(40).optional(),
  coin: z.string().max(10).optional(),
  kind: z.string().max(60).optional(),
};

export const listJournal = defineEndpoint({
  method: 'GET',
  path: '/api/journal',
  summary:
    'Lines of the journal of an account, or of the house itself, the newest first; the look is in the audit log.',
  who: money,
  looksAt: 'journal-viewed',
  payload: z.strictObject({ ...filters, ...listPage(...sorts) }),
  reply: listOf(
    z.object({
      sequence: z.number().int(),
      entry_id: z.string(),
      leg: z.number().int(),
      at: instant,
      kind: z.string(),
      coin: z.string(),
      book: z.enum(['real', 'bonus']),
      from: z.string(),
      to: z.string(),
      amount: z.string(),
      /** What the house set aside or released on account of it. */
      cover_from: z.string().nullable(),
      cover_to: z.string().nullable(),
      cover_amount: z.string().nullable(),
    }),
  ),
  refusals: ['account-unknown'],
});

export const exportJournal = defineEndpoint({
  method: 'GET',
  path: '/api/journal/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who: money,
  weight: 10,
  form: 'csv',
  looksAt: 'journal-viewed',
  payload: z.strictObject({ ...filters, sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: ['account-unknown'],
});

export const checkBooks = defineEndpoint({
  method: 'POST',
  path: '/api/invariants',
  summary: 'Checks every invariant over the whole database, each in a snapshot of its own; it takes its time.',
  who: money,
  weight: 20,
  payload: z.strictObject({}),
  reply: z.object({
    checked_at: instant,
    invariants: z.array(
      z.object({
        name: z.string(),
        checked: z.number().int(),
        broken: z.number().int(),
        /** Of what is broken, where a rule tells some. */
        examples: z.array(z.string()).optional(),
      }),
    ),
  }),
  refusals: ['busy'],
});

export const getConductDesk = defineEndpoint({
  method: 'GET',
  path: '/api/conduct-desk',
  summary:
    'The profile in force, what is to come and when, all that can be chosen and ever was, and the share of losing accounts.',
  who: everybody,
  payload: z.strictObject({}),
  reply: conductDesk,
  refusals: [],
});
