// The receipt of a settlement: everything that is needed to recompute it, signed.
import { z } from 'zod';
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
  issuer: z.strictObject({
    /** SHA-256 over each section's canonical JSON, hex; what the signature covers. */
    digests: z.record(z.string(), z.string()),
    public_key: z.string(),
    /** Ed25519 over the canonical JSON of `digests`, hex. */
    signature: z.string(),
  }),
});
export type OptionReceipt = z.infer<typeof optionReceipt>;
export type UnsignedOptionReceipt = Omit<OptionReceipt, 'issuer'>;

export const getReceipt = defineEndpoint({
  method: 'GET',
  path: '/api/receipt/:kind/:id',
  summary: 'The signed receipt of an ended order of your own.',
  who: 'self',
  form: 'bare',
  payload: z.strictObject({ kind: text(1, 20), id: text(1, 40) }),
  reply: optionReceipt,
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
