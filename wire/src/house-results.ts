// What products took from customers and gave them, published from the journal.
import { z } from 'zod';
import { defineEndpoint, instant } from './endpoint.ts';

/**
 * The products that the house gains or loses by; the app has a name for each.
 *
 * swap: what customers gave is taken and what they received is given, each in USDT at the ticks that decided the swap. What remains is
 * the last digit that each amount was rounded at: nothing is added to the index. The house holds other coins afterwards, and what it
 * gains or loses by their prices is its own and nobody's loss, so it is no part of this result; operators see it beside it. No account
 * counts as losing by an exchange.
 */
export const resultProduct = z.enum(['options', 'contracts', 'staking', 'shop', 'swap']);
export type ResultProduct = z.infer<typeof resultProduct>;

const sums = z.object({
  /** From customers to the house, USDT: lost stakes, losses and fees, and what was given in swaps. */
  taken: z.string(),
  /** From the house to customers: profits and income, and what was received in swaps. */
  given: z.string(),
  /** taken less given. */
  result: z.string(),
  /**
   * Of what customers had put in and what has ended, the share that came back: what was their own and went back to them, and what was
   * given, divided by what went back and what was taken. Null where nothing has ended.
   */
  payout_ratio: z.string().nullable(),
});
export type HouseSums = z.infer<typeof sums>;

export const getHouseResults = defineEndpoint({
  method: 'GET',
  path: '/api/house-results',
  summary:
    'What each product took from customers and gave them, in real USDT, by the journal: of the last 30 whole days (UTC) and of all; and how many accounts lost by it in 12 months.', // oxfmt-ignore
  who: 'anyone',
  payload: z.strictObject({}),
  reply: z.object({
    /** The first day that was counted and the last one, as YYYY-MM-DD; null before the first day is over. */
    first_day: z.string().nullable(),
    last_day: z.string().nullable(),
    counted_at: instant.nullable(),
    products: z.array(
      z.object({
        product: resultProduct,
        days_30: sums,
        all: sums,
        /** Real accounts that the product took from or gave to in the 12 months up to the last day; losing: it took more than it gave. */
        accounts: z.number().int(),
        losing: z.number().int(),
        /** losing / accounts, with four decimals and rounded up; null while there are no accounts. */
        losing_share: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
});
