// The receipt of a settlement: everything that is needed to recompute it, signed.
import { z } from 'zod';
import { contractCancelReasons, contractOrderTypes, contractResults } from './contracts.ts';
import { defineEndpoint, instant, text } from './endpoint.ts';
import { optionResults, optionVoidReasons } from './options.ts';

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

const receiptTick = z.strictObject({ sequence: z.number().int(), price: z.string(), published_ms: z.number().int() });

const issuer = z.strictObject({
  /** SHA-256 over each section's canonical JSON, hex; what the signature covers. */
  digests: z.record(z.string(), z.string()),
  public_key: z.string(),
  /** Ed25519 over the canonical JSON of `digests`, hex. */
  signature: z.string(),
});

export const optionReceipt = z.strictObject({
  kind: z.literal('option'),
  version: z.literal(1),
  order: z.strictObject({
    option_order_id: z.string(),
    account_id: z.string(),
    coin: z.string(),
    side: z.enum(['up', 'down']),
    stake: z.string(),
    received_ms: z.number().int(),
    accepted_sequence: z.number().int(),
  }),
  terms: z.strictObject({
    option_config_id: z.string(),
    config_version: z.number().int(),
    duration_ms: z.number().int(),
    payout_rate: z.string(),
    min: z.string(),
    max: z.string(),
    entry_delay_ms: z.number().int(),
    entry_window_ms: z.number().int(),
    exit_age_max_ms: z.number().int(),
    tie: z.literal('stake back'),
    payout_decimals: z.number().int(),
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
  /** From the tick after accepted_sequence to the first after the one that decided, as far as they exist. */
  archive: tickRun,
  issuer,
});
export type OptionReceipt = z.infer<typeof optionReceipt>;
export type UnsignedOptionReceipt = Omit<OptionReceipt, 'issuer'>;

/** What a customer asked counts from the tick after `accepted_sequence` on; a close, from entry_delay_ms after receipt. */
const asked = { received_ms: z.number().int(), accepted_sequence: z.number().int() };
const contractReceiptChange = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('stops'),
    ...asked,
    take_profit: z.string().nullable(),
    stop_loss: z.string().nullable(),
  }),
  z.strictObject({ kind: z.literal('margin'), ...asked, amount: z.string() }),
  z.strictObject({ kind: z.literal('close'), ...asked, sheets: z.number().int() }),
  /** A close of some sheets that was carried out: what of the margin was theirs, and what came back. */
  z.strictObject({
    kind: z.literal('part'),
    tick: receiptTick,
    sheets: z.number().int(),
    margin: z.string(),
    pnl: z.string(),
    paid: z.string(),
  }),
]);

export const contractReceipt = z.strictObject({
  kind: z.literal('contract'),
  version: z.literal(1),
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
  }),
  entry: receiptTick.nullable(),
  /** In the order in which they were carried out; the stops that came with the order are the first. */
  changes: z.array(contractReceiptChange),
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
  /** What came back at the end. */
  paid: z.string(),
  settled_at: instant,
  /** Entry, result and payout with their numbers in it, for people. */
  formula: z.string(),
  /** One run, or, where the position was open for long, one around its entry and one around its end. */
  archive: z.array(tickRun).min(1).max(2),
  issuer,
});
export type ContractReceipt = z.infer<typeof contractReceipt>;
export type UnsignedContractReceipt = Omit<ContractReceipt, 'issuer'>;

export const receipt = z.discriminatedUnion('kind', [optionReceipt, contractReceipt]);
export type Receipt = z.infer<typeof receipt>;

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/receipt/:kind/:id',
  summary: 'The signed receipt of an ended order of your own.',
  who: 'self',
  form: 'bare',
  payload: z.strictObject({ kind: text(1, 20), id: text(1, 40) }),
  reply: receipt,
  refusals: ['not-found', 'not-settled'],
});

export const getProofKey = defineEndpoint({
  method: 'GET',
  path: '/api/proof/key',
  summary: 'The public key that receipts are signed with.',
  who: 'anyone',
  payload: z.strictObject({}),
  /** Ed25519, hex. */
  reply: z.object({ public_key: z.string() }),
  refusals: [],
});
