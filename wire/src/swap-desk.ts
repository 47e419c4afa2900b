// Swaps at the console: what customers swap, what the house holds for it, and which coins somebody asked the treasurer to bring in.
import { z } from 'zod';
import { amountText, defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { swapKinds, swapResults, swapReturnReasons } from './swap.ts';

const who = { operator: ['treasurer', 'risk', 'auditor', 'administrator'] } as const;
const asks = { operator: ['risk', 'administrator'] } as const;
const ends = { operator: ['treasurer', 'risk', 'administrator'] } as const;

/** Of a coin the house has little left when less than this share is free of what it would hold had nobody taken any of it out. */
export const inventoryLowShare = '0.25';

export const swapStates = ['pending', ...swapResults] as const;
/** As YYYY-MM-DD, of UTC. */
const day = z.iso.date().regex(/^20/).optional();
const swapSorts = ['received_at', 'expires_at'] as const;
const swapFilters = {
  /** On either side. */
  coin: z.string().max(10).optional(),
  kind: z.enum(swapKinds).optional(),
  state: z.enum(swapStates).optional(),
  account: z.string().max(40).optional(),
  /** Received on that day or later. */
  from: day,
  /** Received before that day. */
  to: day,
};

const listedSwap = z.object({
  swap_id: z.string(),
  account_id: z.string(),
  kind: z.enum(swapKinds),
  from_coin: z.string(),
  to_coin: z.string(),
  from_amount: z.string(),
  /** As quoted, or what a limit buys. */
  to_amount: z.string(),
  /** The most that the house has set aside for it. */
  promised: z.string(),
  rate: z.string(),
  state: z.enum(swapStates),
  reason: z.enum(swapReturnReasons).nullable(),
  received_at: instant,
  expires_at: instant,
  /** Of a limit that waits: the rate by the newest prices, and the share of it by which it must rise. Null without a price. */
  rate_now: z.string().nullable(),
  distance: z.string().nullable(),
  given: z.string().nullable(),
  received: z.string().nullable(),
  settled_at: instant.nullable(),
});
export type ListedSwap = z.infer<typeof listedSwap>;

export const listSwaps = defineEndpoint({
  method: 'GET',
  path: '/api/swaps',
  summary: 'Swaps of customers, the newest first, and how far waiting limits are from their rates.',
  who,
  looksAt: 'swaps-listed',
  payload: z.strictObject({ ...swapFilters, ...listPage(...swapSorts) }),
  reply: listOf(listedSwap),
  refusals: ['unknown-coin', 'account-unknown'],
});

export const exportSwaps = defineEndpoint({
  method: 'GET',
  path: '/api/swaps/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  looksAt: 'swaps-listed',
  payload: z.strictObject({ ...swapFilters, sort: sortedBy(...swapSorts) }),
  reply: z.string(),
  refusals: ['unknown-coin', 'account-unknown'],
});

export const getInventory = defineEndpoint({
  method: 'GET',
  path: '/api/inventory',
  summary: 'What the house can give of each coin, in real money: free, set aside, waited for by limits, and paid in by the owner.',
  who,
  payload: z.strictObject({}),
  reply: z.object({
    coins: z.array(
      z.object({
        coin: z.string(),
        /** The bankroll: what nobody was promised. */
        free: z.string(),
        /** Set aside out of it, for all products. */
        promised: z.string(),
        held: z.string(),
        /** Limits that wait, and what is set aside for them. */
        limits: z.number().int(),
        limits_take: z.string(),
        /** By the owner, for all that the house promises from. */
        paid_in: z.string(),
        /** Less than `inventoryLowShare` is free. */
        is_low: z.boolean(),
        /** What somebody has asked for. */
        refill_id: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
}); // oxfmt-ignore

const sums = { taken: z.string(), given: z.string() };

export const getSwapResult = defineEndpoint({
  method: 'GET',
  path: '/api/swaps/result',
  summary:
    'What the house gained or lost by swaps in real money: as they were filled, and by the coins that it holds more or less of since; what was counted is up to a minute old.',
  who,
  payload: z.strictObject({}),
  reply: z.object({
    counted_at: instant,
    /** USDT, each swap at the ticks that decided it: what customers gave and received, and the difference, which is roundings. */
    at_fill: z.object({ ...sums, result: z.string() }),
    /** USDT: what these coins are worth by the newest prices less `at_fill`; null where a price is missing. */
    since: z.string().nullable(),
    /** at_fill and since together. */
    result: z.string().nullable(),
    coins: z.array(
      z.object({
        coin: z.string(),
        /** By swaps, in the coin. */
        ...sums,
        /** taken less given. */
        net: z.string(),
        /** In USDT by the newest price. */
        price: z.string().nullable(),
        value: z.string().nullable(),
      }),
    ),
  }),
  refusals: [],
});

export const refillStates = ['open', 'done', 'dropped'] as const;
const refillSorts = ['asked_at', 'coin'] as const;
const refillFilters = { state: z.enum(refillStates).optional() };

const refill = z.object({
  /** Also the reference of the act that brings it in. */
  refill_id: z.string(),
  coin: z.string(),
  amount: z.string(),
  why: z.string(),
  state: z.enum(refillStates),
  asked_by: z.string(),
  asked_at: instant,
  /** Who dropped it. */
  dropped_by: z.string().nullable(),
  ended_at: instant.nullable(),
  /** The act that brought it in, or the newest one that waits for its second person. */
  proposal_id: z.string().nullable(),
});
export type Refill = z.infer<typeof refill>;

export const listRefills = defineEndpoint({
  method: 'GET',
  path: '/api/refills',
  summary: 'Coins that somebody asked the treasurer to bring in; done when an act has paid in that much and names it.',
  who,
  payload: z.strictObject({ ...refillFilters, ...listPage(...refillSorts) }),
  reply: listOf(refill),
  refusals: [],
});

export const exportRefills = defineEndpoint({
  method: 'GET',
  path: '/api/refills/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  payload: z.strictObject({ ...refillFilters, sort: sortedBy(...refillSorts) }),
  reply: z.string(),
  refusals: [],
});

export const askRefill = defineEndpoint({
  method: 'POST',
  path: '/api/refills/ask',
  summary:
    'Ask the treasurer to bring in a coin. Nothing moves: that takes an act of the treasurer and another person.',
  who: asks,
  payload: z.strictObject({ coin: text(1, 10), amount: amountText, why: text(1, 500) }),
  reply: refill,
  refusals: ['unknown-coin', 'amount-malformed', 'too-many-decimals', 'refill-open'],
});

export const dropRefill = defineEndpoint({
  method: 'POST',
  path: '/api/refills/drop',
  summary: 'End a request that is not needed any more, or that the treasurer does not follow.',
  who: ends,
  payload: z.strictObject({ refill_id: text(1, 40) }),
  reply: refill,
  refusals: ['not-found', 'refill-ended'],
});
