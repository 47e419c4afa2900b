// The receipt of a swap.
import { z } from 'zod';
import { instant } from './instant.ts';
import { issuer, receiptTick, tickRun } from './receipt-parts.ts';
import { swapKinds, swapResults, swapReturnReasons } from './swap.ts';

/** What was agreed, the ticks that decided, and what changed hands. */
export const swapReceipt = z.strictObject({
  kind: z.literal('swap'),
  version: z.literal(1),
  order: z.strictObject({
    exchange_id: z.string(),
    account_id: z.string(),
    kind: z.enum(swapKinds),
    from_coin: z.string(),
    to_coin: z.string(),
    from_amount: z.string(),
    /** As quoted, or what a limit buys. */
    to_amount: z.string(),
    /** As quoted, or at least. */
    rate: z.string(),
    /** Prices in USDT that it was quoted by; a USDT is one. */
    quoted_from: z.string(),
    quoted_to: z.string(),
    received_ms: z.number().int(),
    /** Last sequences of the coins' ticks that were public then; 0 for USDT. */
    accepted_from: z.number().int(),
    accepted_to: z.number().int(),
    /** Ticks after this decide nothing; brought forward where the customer cancelled. */
    expires_ms: z.number().int(),
    is_cancelled: z.boolean(),
  }),
  terms: z.strictObject({
    fill_delay_ms: z.number().int(),
    fill_window_ms: z.number().int(),
    move_max_bp: z.number().int(),
    from_decimals: z.number().int(),
    to_decimals: z.number().int(),
  }),
  /** Null for USDT, and where none came in time. */
  from_tick: receiptTick.nullable(),
  to_tick: receiptTick.nullable(),
  result: z.enum(swapResults),
  reason: z.enum(swapReturnReasons).nullable(),
  given: z.string(),
  received: z.string(),
  settled_at: instant,
  /** The amounts with their prices in it, for people. */
  formula: z.string(),
  /** Of each coin that has a price, in the order of the pair: up to the tick that decided, or the first after the end. */
  archive: z.array(tickRun).min(1).max(2),
  issuer,
});
export type SwapReceipt = z.infer<typeof swapReceipt>;
