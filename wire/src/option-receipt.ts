// The receipt of a seconds option.
import { z } from 'zod';
import { instant } from './instant.ts';
import { optionExitRules, optionResults, optionVoidReasons } from './options.ts';
import { issuer, receiptTick, tickRun, type WithoutIssuer } from './receipt-parts.ts';

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
export type UnsignedOptionReceipt = WithoutIssuer<OptionReceipt>;
