// The receipt of a contract, with all that was changed while it was open.
import { z } from 'zod';
import { contractCancelReasons, contractOrderTypes, contractResults } from './contracts.ts';
import { instant } from './instant.ts';
import { issuer, receiptTick, tickRun, type WithoutIssuer } from './receipt-parts.ts';

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
export type UnsignedContractReceipt = WithoutIssuer<ContractReceipt>;
