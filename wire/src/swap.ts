// Flash swap on the wire: one coin for another at the index.
import { z } from 'zod';
import { accountId, defineAction, instant, pagedBy, pagedListOf } from './endpoint.ts';
import { defineEvent, defineMovements, defineOrders } from './product-parts.ts';

/** When a swap is decided, and how far the rate may have moved since it was quoted; part of every receipt's terms, and fixed for its version. */
export const swapTerms = {
  /** How long a quote can be accepted. */
  quoteMs: 5_000,
  /** The ticks that decide are published at least this long after the server received the order: nobody knows them when it asks. */
  fillDelayMs: 750,
  /** No such tick within this long after receipt: everything goes back. */
  fillWindowMs: 5_000,
  /** The rate may have moved by so many hundredths of a percent since the quote. */
  moveMaxBp: 5,
} as const;

export const swapKinds = ['quote', 'limit'] as const;
export type SwapKind = (typeof swapKinds)[number];
export const swapResults = ['filled', 'returned'] as const;
export type SwapResult = (typeof swapResults)[number];
export const swapReturnReasons = ['price-moved', 'no-tick', 'cancelled', 'expired'] as const;
export type SwapReturnReason = (typeof swapReturnReasons)[number];

const tickRef = z.object({ sequence: z.number().int(), price: z.string(), published_at: instant });

export const swapOrder = z.object({
  exchange_id: z.string(),
  account_id: z.string(),
  kind: z.enum(swapKinds),
  from_coin: z.string(),
  to_coin: z.string(),
  /** What was set aside of it. */
  from_amount: z.string(),
  /** Quoted, or what a limit buys. */
  to_amount: z.string(),
  /** How much of `to_coin` one of `from_coin` is worth: as quoted, or at least. */
  rate: z.string(),
  received_at: instant,
  expires_at: instant,
  status: z.enum(['pending', ...swapResults]),
  reason: z.enum(swapReturnReasons).nullable(),
  /** The ticks that decided; null for USDT, and where none did. */
  from_tick: tickRef.nullable(),
  to_tick: tickRef.nullable(),
  given: z.string().nullable(),
  received: z.string().nullable(),
  settled_at: instant.nullable(),
});
export type SwapOrderMessage = z.infer<typeof swapOrder>;

export const swapEvent = defineEvent({ action: 'swap', notify: swapOrder });

export const swapOrders = defineOrders('swap');
export const swapMovements = defineMovements({
  'swap-placed': 'swap',
  'swap-promised': 'swap',
  'swap-given': 'swap',
  'swap-received': 'swap',
  'swap-returned': 'swap',
  'swap-released': 'swap',
});

export const findExchangeList = defineAction({
  name: 'findExchangeList',
  summary: 'Own swaps, newest first, of a status, of a coin on either side and of a time; "" for all.',
  who: 'self',
  selfIds: ['account_id'],
  payload: z.strictObject({
    account_id: accountId,
    status: z.enum(['', 'pending', ...swapResults]).default(''),
    coin: z.string().max(10).default(''),
    from: z.union([z.literal(''), instant]).default(''),
    to: z.union([z.literal(''), instant]).default(''),
    ...pagedBy,
  }),
  reply: pagedListOf(swapOrder),
  refusals: ['unknown-coin'],
});
