// The receipt of a settlement: everything that is needed to recompute it, signed.
import { z } from 'zod';
import { contractCancelReasons, contractOrderTypes, contractResults } from './contracts.ts';
import { instant } from './instant.ts';
import { optionExitRules, optionResults, optionVoidReasons } from './options.ts';
import { swapKinds, swapResults, swapReturnReasons } from './swap.ts';

/** One tick of the archive: sequence, price, time at the source, time of publication (ms UTC), and what it was made of. */
export const archivedTick = z.tuple([z.number().int(), z.string(), z.number().int(), z.number().int(), z.string()]);
export type ArchivedTick = z.infer<typeof archivedTick>;

/** Ticks in a row, without a gap. Each hash takes in the one before, so the two ends vouch for all between. */
export const tickRun = z.strictObject({
  coin: z.string(),
  /** Hash of the tick before the first one here, hex. */
  start_hash: z.string(),
  ticks: z.array(archivedTick),
  /** Hash of the last tick here, hex; equals start_hash when there is none. */
  end_hash: z.string(),
});
export type TickRun = z.infer<typeof tickRun>;

const receiptTick = z.strictObject({
  sequence: z.number().int(),
  price: z.string(),
  published_ms: z.number().int(),
});

const issuer = z.strictObject({
  /** SHA-256 over each section's canonical JSON, hex; what the signature covers. */
  digests: z.record(z.string(), z.string()),
  public_key: z.string(),
  /** Ed25519 over the canonical JSON of `digests`, hex. */
  signature: z.string(),
});

const optionTerms = {
  option_config_id: z.string(),
  config_version: z.number().int(),
  duration_ms: z.number().int(),
  payout_rate: z.string(),
  min: z.string(),
  max: z.string(),
  entry_delay_ms: z.number().int(),
  entry_window_ms: z.number().int(),
  /** How old the last tick up to expiry may be to be the exit. */
  exit_age_max_ms: z.number().int(),
  tie: z.literal('stake back'),
  payout_decimals: z.number().int(),
};

const optionSections = {
  order: z.strictObject({
    option_order_id: z.string(),
    account_id: z.string(),
    coin: z.string(),
    side: z.enum(['up', 'down']),
    stake: z.string(),
    received_ms: z.number().int(),
    accepted_sequence: z.number().int(),
  }),
  entry: receiptTick.nullable(),
  expires_ms: z.number().int().nullable(),
  exit: receiptTick.nullable(),
  result: z.enum(optionResults),
  void_reason: z.enum(optionVoidReasons).nullable(),
  paid: z.string(),
  settled_at: instant,
  /** The comparison and the payout with their numbers in it, for people. */
  formula: z.string(),
  /** From the tick after accepted_sequence to the first that lies after the moment that decided. */
  archive: tickRun,
  issuer,
};

/** Of an order whose terms void it when no tick of the last seconds before expiry is there. */
const optionReceipt1 = z.strictObject({
  kind: z.literal('option'),
  version: z.literal(1),
  terms: z.strictObject(optionTerms),
  ...optionSections,
});

/** Of an order whose terms then take the first tick after expiry. */
const optionReceipt2 = z.strictObject({
  kind: z.literal('option'),
  version: z.literal(2),
  /** `exit_wait_ms`: how long after expiry the first tick still is the exit. */
  terms: z.strictObject({ ...optionTerms, exit_wait_ms: z.number().int() }),
  ...optionSections,
  /** Which of the two the exit is; null where there is none. */
  exit_rule: z.enum(optionExitRules).nullable(),
});

export const optionReceipt = z.discriminatedUnion('version', [optionReceipt1, optionReceipt2]);
export type OptionReceipt = z.infer<typeof optionReceipt>;
export type UnsignedOptionReceipt =
  | Omit<z.infer<typeof optionReceipt1>, 'issuer'>
  | Omit<z.infer<typeof optionReceipt2>, 'issuer'>;

/** What a customer asked counts from the tick after `accepted_sequence` on; a close, from entry_delay_ms after receipt. */
const asked = { received_ms: z.number().int(), accepted_sequence: z.number().int() };
const contractRequests = [
  z.strictObject({
    kind: z.literal('stops'),
    ...asked,
    take_profit: z.string().nullable(),
    stop_loss: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('margin'), ...asked, amount: z.string() }),
  z.strictObject({ kind: z.literal('close'), ...asked, sheets: z.number().int() }),
] as const;
/** A close of some sheets that was carried out: what of the margin was theirs, and what came back. */
const contractPart = {
  kind: z.literal('part'),
  tick: receiptTick,
  sheets: z.number().int(),
  margin: z.string(),
  pnl: z.string(),
  paid: z.string(),
};
/** What of the fee is of the sheets that were closed, and what their close added to the balance: paid - margin - fee. */
const afterFee = { fee: z.string(), net: z.string() };

const contractSections = {
  kind: z.literal('contract'),
  order: z.strictObject({
    trade_id: z.string(),
    account_id: z.string(),
    coin: z.string(),
    side: z.enum(['long', 'short']),
    order_type: z.enum(contractOrderTypes),
    lever: z.number().int(),
    sheets: z.number().int(),
    sheet_size: z.string(),
    trade_price: z.string(),
    usd_num: z.string(),
    fee: z.string(),
    received_ms: z.number().int(),
    accepted_sequence: z.number().int(),
  }),
  terms: z.strictObject({
    config_version: z.number().int(),
    lever_max: z.number().int(),
    fee_rate: z.string(),
    maintenance_rate: z.string(),
    slippage_max: z.string(),
    entry_delay_ms: z.number().int(),
    entry_window_ms: z.number().int(),
    usdt_decimals: z.number().int(),
    /** How long a limit order waits for its price after its receipt; not there under terms by which it waits for ever. */
    limit_expiry_ms: z.number().int().optional(),
  }),
  entry: receiptTick.nullable(),
  /** At the end; null for an order that never opened. */
  liquidation_price: z.string().nullable(),
  exit: receiptTick.nullable(),
  result: z.enum(contractResults),
  cancel_reason: z.enum(contractCancelReasons).nullable(),
  /** When the customer cancelled: how far the ticks had come. */
  cancel: z.strictObject(asked).nullable(),
  /** What stood as margin at the end. */
  margin: z.string(),
  /** Of what was closed at the end, rounded down; with a sign when lost. */
  pnl: z.string(),
  /** What comes back by the end. */
  paid: z.string(),
  /**
   * What of it, and of partial closes before, the house could not pay at once, in the order of settlement, and when that was paid; null
   * for what was still due when this receipt was signed. Not there when everything was paid at once.
   */
  late_payments: z
    .array(z.strictObject({ amount: z.string(), paid_at: instant.nullable() }))
    .min(1)
    .optional(),
  settled_at: instant,
  /** Entry, result and payout with their numbers in it, for people. */
  formula: z.string(),
  issuer,
};

const contractReceipt1 = z.strictObject({
  ...contractSections,
  version: z.literal(1),
  /** In the order in which they were carried out; the stops that came with the order are the first. */
  changes: z.array(z.discriminatedUnion('kind', [...contractRequests, z.strictObject(contractPart)])),
  /** One run, or, where the position was open for long, one around its entry and one around its end. */
  archive: z.array(tickRun).min(1).max(2),
});

/** Each part with its share of the fee, its own formula and the ticks that it follows from. */
const contractReceipt2 = z.strictObject({
  ...contractSections,
  version: z.literal(2),
  changes: z.array(
    z.discriminatedUnion('kind', [
      ...contractRequests,
      z.strictObject({ ...contractPart, ...afterFee, settled_at: instant, formula: z.string() }),
    ]),
  ),
  /** Of what was closed at the end; of a cancelled order both are 0. */
  ...afterFee,
  /**
   * One run, or, where the position was open for long, runs in their order: around its entry, from each request to close a part to the
   * tick that closed it, and around its end.
   */
  archive: z.array(tickRun).min(1),
});

export const contractReceipt = z.discriminatedUnion('version', [contractReceipt1, contractReceipt2]);
export type ContractReceipt = z.infer<typeof contractReceipt>;
export type ContractReceipt2 = z.infer<typeof contractReceipt2>;
export type ContractReceiptChange = ContractReceipt['changes'][number];
export type ContractReceiptPart = Extract<ContractReceiptChange, { kind: 'part' }>;
export type UnsignedContractReceipt =
  | Omit<z.infer<typeof contractReceipt1>, 'issuer'>
  | Omit<z.infer<typeof contractReceipt2>, 'issuer'>;

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
export type UnsignedSwapReceipt = Omit<SwapReceipt, 'issuer'>;

export const receipt = z.discriminatedUnion('kind', [optionReceipt, contractReceipt, swapReceipt]);
export type Receipt = z.infer<typeof receipt>;
export type ReceiptKind = Receipt['kind'];
