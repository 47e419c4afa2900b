// Seconds options on the wire.
import { z } from 'zod';
import {
  accountId,
  amountText,
  defineAction,
  defineEndpoint,
  instant,
  listOf,
  pagedBy,
  pagedListOf,
  text,
  wholeNumber,
} from './endpoint.ts';
import { limitRefusalCodes } from './limits-refusals.ts';
import { defineEvent, defineMovements, defineOrders } from './product-parts.ts';

/** When an order's entry and exit count; part of every receipt's terms. Milliseconds. */
export const optionTiming = {
  /** The entry tick is published at least this long after the server received the order. */
  entryDelayMs: 250,
  /** No entry tick within this long after receipt: void. */
  entryWindowMs: 5_000,
  /** The last tick up to expiry is the exit if it is at most this old then. */
  exitAgeMaxMs: 3_000,
  /** Else the first tick after expiry is the exit if it is published at most this long after it: else void. */
  exitWaitMs: 10_000,
} as const;

/** Which of the two ticks an exit is: a gap in the prices makes it the second. */
export const optionExitRules = ['last-up-to-expiry', 'first-after-expiry'] as const;
export type OptionExitRule = (typeof optionExitRules)[number];

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
  /** How long after expiry the next tick still is the exit where a gap left none before it; 0 in terms that know no such tick. */
  exit_wait_ms: z.number().int(),
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
  /** As in the terms that it was placed under. */
  exit_wait_ms: z.number().int(),
  received_at: instant,
  /** Last sequence of the coin's ticks that was published when the order was decided. */
  accepted_sequence: z.number().int(),
  entry: tickRef.nullable(),
  expires_at: instant.nullable(),
  /** The last tick up to expiry or, after a gap, the first one after it. */
  exit: tickRef.nullable(),
  result: z.enum(optionResults).nullable(),
  void_reason: z.enum(optionVoidReasons).nullable(),
  /** What came back to the available balance: stake and profit of a win, the stake of a tie or void, 0 of a loss. */
  paid: z.string().nullable(),
  settled_at: instant.nullable(),
});
export type OptionOrderMessage = z.infer<typeof optionOrder>;

export const optionEvent = defineEvent({ action: 'option', notify: optionOrder });

export const optionOrders = defineOrders('option');
export const optionMovements = defineMovements({
  'option-placed': 'option',
  'option-returned': 'option',
  'option-won': 'option',
  'option-lost': 'option',
});

export const submitOptionsOrder = defineEndpoint({
  method: 'POST',
  path: '/api/options/submit',
  leaves: 'fee',
  summary: 'Stake USDT on a coin being higher or lower when the seconds are over.',
  who: 'self',
  movesMoney: true,
  spendsUsdt: true,
  selfIds: ['trade_user_id'],
  payload: z.strictObject({
    pair_type: text(1, 20),
    trade_user_id: accountId,
    trade_num: amountText,
    option_config_id: text(1, 20),
    /** The version that the customer saw: refused where another one is in force. */
    config_version: wholeNumber(1, 1_000_000).optional(),
    trade_transaction_type: wholeNumber(1, 2),
  }),
  reply: optionOrder,
  refusals: [
    'loan-overdue',
    'amount-malformed',
    'too-many-decimals',
    'unknown-coin',
    'options-off',
    'options-config-unknown',
    'stake-out-of-range',
    'insufficient-balance',
    'order-limit-reached',
    ...limitRefusalCodes,
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

/** Of the last 24 hours; a gap in the ticks while the sources gave prices is the platform's own. */
export const getOptionGaps = defineEndpoint({
  method: 'GET',
  path: '/api/options/gaps',
  summary:
    'Options of the last 24 hours that a gap of our own made void, or left to the first price after their expiry.',
  who: 'anyone',
  payload: z.object({}),
  reply: z.object({ voids: z.number().int(), late_exits: z.number().int() }),
  refusals: [],
});

/** Of one's own ended orders: a coin, and when they were received; "" for all. */
const historyFilter = {
  trade_user_id: accountId,
  pair_type: z.string().max(20).default(''),
  from: z.union([z.literal(''), instant]).default(''),
  to: z.union([z.literal(''), instant]).default(''),
};

export const queryOptionsSummary = defineAction({
  name: 'queryOptionsSummary',
  summary: 'Your own ended option orders of a coin and a time, summed up: from, before to.',
  who: 'self',
  selfIds: ['trade_user_id'],
  weight: 3,
  payload: z.strictObject(historyFilter),
  reply: z.object({
    orders: z.number().int(),
    wins: z.number().int(),
    losses: z.number().int(),
    staked: z.string(),
    /** What came back, stakes of wins, ties and voids included. */
    paid: z.string(),
  }),
  refusals: ['unknown-coin'],
});

/** Of a longer history the newest; older ones by an earlier `to`. */
export const optionsHistoryRowsMax = 10_000;

export const getOptionsHistory = defineEndpoint({
  method: 'GET',
  path: '/api/options/history',
  summary: `Your own ended option orders of a coin and a time as CSV, newest first, at most ${optionsHistoryRowsMax}.`,
  who: 'self',
  selfIds: ['trade_user_id'],
  weight: 10,
  form: 'csv',
  payload: z.strictObject(historyFilter),
  reply: z.string(),
  refusals: ['unknown-coin'],
});

export const queryOptionsOrderList = defineAction({
  name: 'queryOptionsOrderList',
  summary: 'Own option orders: trade_type 1 open, 0 ended; pair_type "" for all coins; received from, before to.',
  who: 'self',
  selfIds: ['trade_user_id'],
  payload: z.strictObject({ ...historyFilter, trade_type: wholeNumber(0, 1), ...pagedBy }),
  reply: pagedListOf(optionOrder),
  refusals: ['unknown-coin'],
});
