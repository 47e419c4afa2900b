// Balances and bills on the wire.
import { z } from 'zod';
import { accountId, defineAction, instant, listOf, pagedBy, pagedListOf } from './endpoint.ts';
import { movementKinds } from './movements.ts';
import { defineEvent } from './product-parts.ts';

/** Where money is: of the first four a customer's balance of a coin consists, the others are the house's accounts. */
export const customerBuckets = ['available', 'reserved', 'margin', 'staked'] as const;
export type CustomerBucket = (typeof customerBuckets)[number];

export const coinBalance = z.object({
  coin_code: z.string(),
  /** Available: what can be spent. */
  qty: z.string(),
  reserved: z.string(),
  margin: z.string(),
  staked: z.string(),
  /** Grows with each change: of two that are told the larger is newer. */
  version: z.number().int(),
});

export type CoinBalance = z.infer<typeof coinBalance>;

export const balanceEvent = defineEvent({ action: 'balance', notify: coinBalance });

export const findAccountCoinByTransaction = defineAction({
  name: 'findAccountCoinByTransaction',
  summary: 'Own balances, one a coin.',
  who: 'self',
  selfIds: ['user_id'],
  payload: z.strictObject({ user_id: accountId }),
  reply: listOf(coinBalance),
  refusals: [],
});

/** One move of the customer's money: between own buckets, or from or to the house. */
export const bill = z.object({
  entry_id: z.string(),
  leg: z.number().int(),
  at: instant,
  /** What happened, e.g. `option-placed`; the screen has the words. */
  kind: z.enum(movementKinds),
  /** The order or record that it belongs to. */
  object_id: z.string(),
  coin_code: z.string(),
  amount: z.string(),
  from: z.enum([...customerBuckets, 'house']),
  to: z.enum([...customerBuckets, 'house']),
  /** Of the bucket that it left, after the move; null for the house. */
  from_balance: z.string().nullable(),
  to_balance: z.string().nullable(),
});
export type Bill = z.infer<typeof bill>;

export const queryBills = defineAction({
  name: 'queryBills',
  summary: 'Own journal lines, newest first; coin_code "" for all coins.',
  who: 'self',
  selfIds: ['user_id'],
  payload: z.strictObject({ user_id: accountId, coin_code: z.string().max(10).default(''), ...pagedBy }),
  reply: pagedListOf(bill),
  refusals: [],
});
