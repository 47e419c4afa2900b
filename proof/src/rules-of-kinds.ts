// The rules of every kind of receipt: what verifies, reads and fetches looks here.
import type { Receipt, ReceiptKind, ReceiptOf } from '@candor/wire';
import { contractRules } from './contract-receipt.ts';
import { optionRules } from './option-receipt.ts';
import type { ReceiptRules } from './receipt-rules.ts';
import { swapRules } from './swap-receipt.ts';

const rulesOf = {
  option: optionRules,
  contract: contractRules,
  swap: swapRules,
} satisfies { readonly [Kind in ReceiptKind]: ReceiptRules<ReceiptOf<Kind>> };

type NameOf<Rules> = Rules extends ReceiptRules<infer _Signed, infer Name> ? Name : never;
export type AnyCheckName = NameOf<(typeof rulesOf)[ReceiptKind]>;
type AnyRules = ReceiptRules<Receipt, AnyCheckName>;

/** Whatever names no kind is read by the rules of the first, which say what is missing. */
export function rulesFor(value: unknown): AnyRules {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  return isKind(kind) ? rulesOf[kind] : Object.values(rulesOf)[0]!;
}

const isKind = (kind: unknown): kind is ReceiptKind => typeof kind === 'string' && Object.hasOwn(rulesOf, kind);
