// Whatever the receipt is of: verified by the rules of its kind.
import type { Receipt, ReceiptKind } from '@candor/wire';
import type { CheckName, ContractCheckName, Verification } from './checks.ts';
import { readContractReceipt, readOptionReceipt, readSwapReceipt, type FormResult } from './receipt-form.ts';
import { verifyContractReceipt } from './verify-contract.ts';
import { verifyOptionReceipt } from './verify-option.ts';
import { verifySwapReceipt } from './verify-swap.ts';
import type { VerifyOptions } from './verify-option.ts';

interface Rules {
  verify: (value: unknown, options: VerifyOptions) => Verification<CheckName | ContractCheckName>;
  read: (value: unknown) => FormResult<Receipt>;
}

const rulesOf: Readonly<Record<ReceiptKind, Rules>> = {
  option: { verify: verifyOptionReceipt, read: readOptionReceipt },
  contract: { verify: verifyContractReceipt, read: readContractReceipt },
  swap: { verify: verifySwapReceipt, read: readSwapReceipt },
};

export const verifyReceipt = (
  value: unknown,
  options: VerifyOptions = {},
): Verification<CheckName | ContractCheckName> => rulesOf[kindOf(value)].verify(value, options);

export const readReceipt = (value: unknown): FormResult<Receipt> => rulesOf[kindOf(value)].read(value);

/** Whatever names no kind is read by the rules of one, which say what is missing. */
function kindOf(value: unknown): ReceiptKind {
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  return typeof kind === 'string' && Object.hasOwn(rulesOf, kind) ? (kind as ReceiptKind) : 'option';
}
