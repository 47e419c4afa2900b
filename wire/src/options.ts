// Seconds options on the wire.
import { z } from 'zod';
import { accountId, amountText, defineAction, defineEndpoint, instant, listOf, text, wholeNumber } from './endpoint.ts';

/** When an order's entry and exit count; part of every receipt's terms. Milliseconds. */
export const optionTiming = {
  /** The entry tick is published at least this long after the server received the order. */
  entryDelayMs: 250,
  /** No entry tick within this long after receipt: void. */
  entryWindowMs: 5_000,
  /** The exit tick may be at most this old at expiry: else void. */
  exitAgeMaxMs: 3_000,
} as const;

export const optionResults = ['win', 'lose', 'tie', 'void'] as const;
export type OptionResult = (typeof optionResults)[number];
export const optionVoidReasons = ['no-entry-tick', 'no-exit-tick'] as const;
export type OptionVoidReason = (typeof optionVoidReasons)[number];
/** trade_transaction_type of the spec. */
export const optionSides = { up: 1, down: 2 } as const;
export type OptionSide = keyof typeof optionSides;

export const optionsConfig = z.object({
  options_config_id: z.string(),
  config_version: z.number().int(),
  duration_ms: z.number().int(),
  /** What a win pays on top of the stake, as a share of it. */
  payout_rate: z.string(),
  min: z.string(),
  max: z.string(),
});
export type OptionsConfigMessage = z.infer<typeof optionsConfig>;

const tickRef = z.object({ sequence: z.number().int(), price: z.string(), published_at: instant });

export const optionOrder = z.object({
  option_order_id: z.string(),
  pair_type: z.string(),
  trade_user_id: z.string(),
  /** 1 up, 2 down. */
  trade_transaction_type: z.number().int(),
  trade_num: z.string(),
  /** 1 open, 0 ended. */
  trade_type: z.number().int(),
  option_config_id: z.string(),
  config_version: z.number().int(),
  duration_ms: z.number().int(),
  payout_rate: z.string(),
  received_at: instant,
  /** Last sequence of the coin's ticks that was published when the order was decided. */
  accepted_sequence: z.number().int(),
  entry: tickRef.nullable(),
  expires_at: instant.nullable(),
  exit: tickRef.nullable(),
  result: z.enum(optionResults).nullable(),
  void_reason: z.enum(optionVoidReasons).nullable(),
  /** What came back to the available balance: stake and profit of a win, the stake of a tie or void, 0 of a loss. */
  paid: z.string().nullable(),
  settled_at: instant.nullable(),
});
export type OptionOrderMessage = z.infer<typeof optionOrder>;

export const submitOptionsOrder = defineEndpoint({
  method: 'POST',
  path: '/api/options/submit',
  summary: 'Stake USDT on a coin being higher or lower when the seconds are over.',
  who: 'self',
  movesMoney: true,
  selfIds: ['trade_user_id'],
  payload: z.strictObject({
    pair_type: text(1, 20),
    trade_user_id: accountId,
    trade_num: amountText,
    option_config_id: text(1, 20),
    trade_transaction_type: wholeNumber(1, 2),
  }),
  reply: optionOrder,
  refusals: [
    'amount-malformed',
    'too-many-decimals',
    'unknown-coin',
    'options-off',
    'options-config-unknown',
    'stake-out-of-range',
    'insufficient-balance',
    'order-limit-reached',
    'market-degraded',
    'market-halted',
    'key-malformed',
    'key-reused',
    'busy',
  ],
  statusOf: { 'insufficient-balance': 2 },
});

export const queryOptionsConfig = defineAction({
  name: 'queryOptionsConfig',
  summary: 'Durations on offer with payout rate and limits.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: listOf(optionsConfig),
  refusals: [],
});

export const queryOptionsOrderList = defineAction({
  name: 'queryOptionsOrderList',
  summary: 'Own option orders: trade_type 1 open, 0 ended; pair_type "" for all coins.',
  who: 'self',
  selfIds: ['trade_user_id'],
  payload: z.strictObject({
    trade_user_id: accountId,
    pair_type: z.string().max(20).default(''),
    trade_type: wholeNumber(0, 1),
    pagesize: wholeNumber(1, 100).default(20),
    current_page: wholeNumber(1, 1_000_000).default(1),
  }),
  reply: listOf(optionOrder),
  refusals: ['unknown-coin'],
});
