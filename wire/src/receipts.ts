// The receipt of a settlement: everything that is needed to recompute it, signed. Its kinds, by the schema of each; the app takes their
// names from here, and each schema from its own file with the verifier.
import { z } from 'zod';
import { contractReceipt } from './contract-receipt.ts';
import { optionReceipt } from './option-receipt.ts';
import type { WithoutIssuer } from './receipt-parts.ts';
import { swapReceipt } from './swap-receipt.ts';

const receiptSchemas = {
  option: optionReceipt,
  contract: contractReceipt,
  swap: swapReceipt,
};
type Schemas = typeof receiptSchemas;
type Schema = Schemas[keyof Schemas];

export const receiptKinds = Object.keys(receiptSchemas) as readonly ReceiptKind[];

export const receipt = z.discriminatedUnion('kind', Object.values(receiptSchemas) as [Schema, ...Schema[]]);
export type ReceiptKind = keyof Schemas;
export type Receipt = z.infer<Schema>;
export type ReceiptOf<Kind extends ReceiptKind> = Extract<Receipt, { kind: Kind }>;
export type UnsignedReceipt = WithoutIssuer<Receipt>;
