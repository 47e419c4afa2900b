// CFD contracts on the wire: long or short on a coin, with a margin that is the most that can be lost.
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

/** When a customer's order to buy, sell or close counts; part of every receipt's terms. Milliseconds. */
export const contractTiming = {
  /** The tick that fills it is published at least this long after the server received it. */
  entryDelayMs: 250,
  /** A market order without such a tick within this long after receipt is cancelled and refunded. */
  entryWindowMs: 5_000,
} as const;

/** trade_transaction_type of the spec. */
export const contractSides = { long: 1, short: 2 } as const;
export type ContractSide = keyof typeof contractSides;
export const contractOrderTypes = ['market', 'limit'] as const;
export type ContractOrderType = (typeof contractOrderTypes)[number];
/** waiting: for its price, the margin is reserved. open: a position. ended: for good. */
export const contractStates = ['waiting', 'open', 'ended'] as const;
export type ContractState = (typeof contractStates)[number];
/** How it ended; cancelled is an order that never became a position. */
export const contractResults = ['closed', 'take-profit', 'stop-loss', 'liquidated', 'cancelled'] as const;
export type ContractResult = (typeof contractResults)[number];
/** expired: a limit order whose price had not come when its time was over. */
export const contractCancelReasons = ['by-customer', 'price-moved', 'no-entry-tick', 'expired'] as const;
export type ContractCancelReason = (typeof contractCancelReasons)[number];
/** trade_type of the spec: the tab that an order stands in. */
export const contractTabs = { open: 1, positions: 2, history: 3, liquidation: 4 } as const;
/** Changes of stops and margin, and partial closes, that one position can have; its receipt holds them all. */
export const contractChangesMax = 200;

const tickRef = z.object({ sequence: z.number().int(), price: z.string(), published_at: instant });

export const contractsConfig = z.object({
  config_version: z.number().int(),
  lever_max: z.number().int(),
  /** Of the margin, taken when the position opens. */
  fee_rate: z.string(),
  /** Of the notional at entry; below it the position is liquidated. */
  maintenance_rate: z.string(),
  /** How far the fill may be worse than trade_price, as a share of it. */
  slippage_max: z.string(),
  /** The share of one's USDT that may be reserved or stand as margin at once. */
  margin_share_max: z.string(),
  /**
   * The move of a coin that the house sets money aside for: for open positions from the newest price on, for waiting orders from the
   * price that they name. So no order makes the house set aside more than stress_rate × trade_lever × its margin.
   */
  stress_rate: z.string(),
  /** USDT; the smallest margin of an order. */
  margin_min: z.string(),
  /** Limit orders of an account that may wait for their price at once. */
  resting_max: z.number().int(),
  /** Waiting orders and open positions of an account together. */
  orders_max: z.number().int(),
  /** Of what the house can still set aside: what an account's waiting limit orders may hold of it. */
  resting_share_max: z.string(),
  /** A limit order whose price has not come this long after its receipt is cancelled and refunded. Milliseconds; null for never. */
  limit_expiry_ms: z.number().int().nullable(),
  sheets_min: z.number().int(),
  sheets_max: z.number().int(),
  pairs: z.array(
    z.object({
      trade_btc_tpye: z.string(),
      /** The amount of coin that one sheet is. */
      sheet_size: z.string(),
      price_decimals: z.number().int(),
      /** How far a limit price may be from the newest price, to either side, as a share of that. */
      limit_distance_max: z.string(),
    }),
  ),
});
export type ContractsConfigMessage = z.infer<typeof contractsConfig>;

export const contractOrder = z.object({
  trade_id: z.string(),
  /** What the customer saw (market) or asks for (limit). */
  trade_price: z.string(),
  trade_lever: z.number().int(),
  trade_user_id: z.string(),
  /** 1 open, 2 positions, 3 history, 4 liquidation. */
  trade_type: z.number().int(),
  /** 1 long, 2 short. */
  trade_transaction_type: z.number().int(),
  trade_btc_tpye: z.string(),
  /** The margin agreed when ordering. */
  usd_num: z.string(),
  sheets_num: z.number().int(),
  order_type: z.enum(contractOrderTypes),
  sheet_size: z.string(),
  fee: z.string(),
  config_version: z.number().int(),
  state: z.enum(contractStates),
  received_at: instant,
  /** Last sequence of the coin's ticks that was public when the order was received. */
  accepted_sequence: z.number().int(),
  /** Up to when a limit order waits for its price; null if it waits for ever, and of a market order. */
  expires_at: instant.nullable(),
  take_profit: z.string().nullable(),
  stop_loss: z.string().nullable(),
  entry: tickRef.nullable(),
  liquidation_price: z.string().nullable(),
  /** What of the position is still open. */
  open_sheets: z.number().int(),
  /** What stands as margin now, with what was added: the most that can still be lost. */
  margin: z.string(),
  added_margin: z.string(),
  /** A close that waits for its tick. */
  closing: z
    .object({ sheets_num: z.number().int(), received_at: instant, accepted_sequence: z.number().int() })
    .nullable(),
  exit: tickRef.nullable(),
  result: z.enum(contractResults).nullable(),
  cancel_reason: z.enum(contractCancelReasons).nullable(),
  /** What came back to the available balance so far, by partial closes and at the end. */
  paid: z.string(),
  /**
   * What is closed and fixed, and follows as soon as the house has the money: a gain beyond what was set aside for it. Such payments are
   * made in the order of settlement, before the house promises anything new. "0" when all is paid.
   */
  payment_due: z.string(),
  /** Gained or lost so far by what is closed, without the fee; with a sign when lost. */
  pnl: z.string(),
  /** That less the fee of what is closed: what the contract added to the balance so far; with a sign when lost. */
  realised: z.string(),
  settled_at: instant.nullable(),
});
export type ContractOrderMessage = z.infer<typeof contractOrder>;

/** A close of some sheets that was carried out, while others of the position went on. */
export const contractPart = z.object({
  trade_id: z.string(),
  /** Its line in the position's history. */
  number: z.number().int(),
  trade_btc_tpye: z.string(),
  /** 1 long, 2 short. */
  trade_transaction_type: z.number().int(),
  trade_lever: z.number().int(),
  /** What it closed. */
  sheets_num: z.number().int(),
  entry: tickRef,
  tick: tickRef,
  at: instant,
  /** What of the margin was of these sheets. */
  margin: z.string(),
  /** What came back by it, or is due. */
  paid: z.string(),
  /** What of the fee was of these sheets. */
  fee: z.string(),
  /** paid - margin - fee: what it added to the balance; with a sign when lost. */
  net: z.string(),
});
export type ContractPartMessage = z.infer<typeof contractPart>;

export const contractEvent = defineEvent({ action: 'contract', notify: contractOrder });
export const contractPartEvent = defineEvent({ action: 'contract-part', notify: contractPart });

export const contractOrders = defineOrders('contract');
export const contractMovements = defineMovements({
  'contract-placed': 'contract',
  'contract-cancelled': 'contract',
  'contract-opened': 'contract',
  'contract-fee': 'contract',
  'contract-margin-added': 'contract',
  'contract-returned': 'contract',
  'contract-profit': 'contract',
  'contract-loss': 'contract',
});

/** One line of a position's history: what was asked, from which tick on it counts, and what a partial close paid. */
export const contractChange = z.object({
  number: z.number().int(),
  kind: z.enum(['stops', 'margin', 'close', 'part']),
  at: instant,
  accepted_sequence: z.number().int().nullable(),
  take_profit: z.string().nullable(),
  stop_loss: z.string().nullable(),
  amount: z.string().nullable(),
  sheets_num: z.number().int().nullable(),
  tick: tickRef.nullable(),
  paid: z.string().nullable(),
});
export type ContractChangeMessage = z.infer<typeof contractChange>;

const orderRefusals = ['key-malformed', 'key-reused', 'busy'] as const;
const changeRefusals = ['not-found', 'order-changed', ...orderRefusals] as const;

export const submitContract = defineEndpoint({
  method: 'POST',
  path: '/api/contracts/submit',
  leaves: 'taken-back',
  summary: 'Open a long or short position at the next tick, or at a price of your own; usd_num is the margin.',
  who: 'self',
  movesMoney: true,
  spendsUsdt: true,
  selfIds: ['trade_user_id'],
  payload: z.strictObject({
    trade_price: amountText,
    trade_lever: wholeNumber(1, 1_000),
    trade_user_id: accountId,
    trade_type: wholeNumber(1, 1),
    trade_transaction_type: wholeNumber(1, 2),
    trade_btc_tpye: text(1, 20),
    usd_num: amountText,
    sheets_num: wholeNumber(-1_000_000_000, 1_000_000_000),
    order_type: z.enum(contractOrderTypes).default('market'),
    /** The version of the terms that the customer saw: refused where another one is in force. */
    config_version: wholeNumber(1, 1_000_000).optional(),
    take_profit: amountText.default(''),
    stop_loss: amountText.default(''),
  }),
  reply: contractOrder,
  refusals: [
    'loan-overdue',
    'verification-required',
    'contracts-off',
    'terms-changed',
    'amount-malformed',
    'too-many-decimals',
    'unknown-coin',
    'lever-too-high',
    'sheets-out-of-range',
    'price-moved',
    'limit-price-crossed',
    'limit-price-too-far',
    'trigger-wrong-side',
    'margin-differs',
    'margin-too-small',
    'margin-share-exceeded',
    ...limitRefusalCodes,
    'open-orders-limit',
    'insufficient-balance',
    'order-limit-reached',
    'market-degraded',
    'market-halted',
    ...orderRefusals,
  ],
  statusOf: { 'insufficient-balance': 2 },
});

export const closeContract = defineEndpoint({
  method: 'POST',
  path: '/api/contracts/close',
  leaves: 'fee',
  summary: 'Close a position, or some of its sheets, at the next tick. Without sheets_num: all of it.',
  who: 'self',
  movesMoney: true,
  isForFrozen: true,
  payload: z.strictObject({ trade_id: text(1, 40), sheets_num: wholeNumber(1, 1_000_000_000).optional() }),
  reply: contractOrder,
  refusals: ['sheets-out-of-range', 'close-under-way', 'change-limit', ...changeRefusals],
});

export const cancelContract = defineEndpoint({
  method: 'POST',
  path: '/api/contracts/cancel',
  leaves: 'taken-back',
  summary:
    'Cancel a limit order that waits for its price; margin and fee come back. A market order opens at the next tick and can not be cancelled.',
  who: 'self',
  movesMoney: true,
  mayBeLate: true,
  isForFrozen: true,
  payload: z.strictObject({ trade_id: text(1, 40) }),
  reply: contractOrder,
  refusals: ['order-not-cancellable', ...changeRefusals],
});

export const changeContractTriggers = defineEndpoint({
  method: 'POST',
  path: '/api/contracts/triggers',
  leaves: 'own-limit',
  summary: 'Set, change or remove take-profit and stop-loss; "" removes one. Counts from the next tick on.',
  who: 'self',
  movesMoney: true,
  mayBeLate: true,
  payload: z.strictObject({ trade_id: text(1, 40), take_profit: amountText, stop_loss: amountText }),
  reply: contractOrder,
  refusals: ['amount-malformed', 'too-many-decimals', 'trigger-wrong-side', 'change-limit', ...changeRefusals],
});

export const addContractMargin = defineEndpoint({
  method: 'POST',
  path: '/api/contracts/margin',
  leaves: 'own-limit',
  summary: 'Add margin to a position, which moves its liquidation price away. Counts from the next tick on.',
  who: 'self',
  movesMoney: true,
  spendsUsdt: true,
  payload: z.strictObject({ trade_id: text(1, 40), amount: amountText }),
  reply: contractOrder,
  refusals: [
    'loan-overdue',
    'amount-malformed',
    'too-many-decimals',
    'insufficient-balance',
    'change-limit',
    ...limitRefusalCodes,
    ...changeRefusals,
  ],
  statusOf: { 'insufficient-balance': 2 },
});

export const queryContractsConfig = defineAction({
  name: 'queryContractsConfig',
  summary: 'The terms of contracts: lever, fee, limits, and what a sheet of each coin is.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: listOf(contractsConfig),
  refusals: [],
});

export const queryOrderList = defineAction({
  name: 'queryOrderList',
  summary: 'Own contracts by tab: trade_type 1 open, 2 positions, 3 history, 4 liquidation; trade_btc_tpye "" for all.',
  who: 'self',
  selfIds: ['trade_user_id'],
  payload: z.strictObject({
    trade_user_id: accountId,
    trade_type: wholeNumber(1, 4),
    trade_btc_tpye: z.string().max(20).default(''),
    ...pagedBy,
  }),
  reply: pagedListOf(contractOrder),
  refusals: ['unknown-coin'],
});

export const queryOrderChanges = defineAction({
  name: 'queryOrderChanges',
  summary: 'The history of one of your positions: stops, added margin, partial closes, oldest first.',
  who: 'self',
  selfIds: ['trade_user_id'],
  payload: z.strictObject({ trade_user_id: accountId, trade_id: text(1, 40) }),
  reply: listOf(contractChange),
  refusals: ['not-found'],
});

export const queryContractParts = defineAction({
  name: 'queryContractParts',
  summary:
    'Partial closes of your own positions, open or ended: the newest position first, and of each its newest part first.',
  who: 'self',
  selfIds: ['trade_user_id'],
  payload: z.strictObject({ trade_user_id: accountId, ...pagedBy }),
  reply: pagedListOf(contractPart),
  refusals: [],
});
