// Whatever the receipt is of: verified by the rules of its kind.
import type { Receipt } from '@candor/wire';
import type { CheckName, ContractCheckName, Verification } from './checks.ts';
import { readContractReceipt, readOptionReceipt, type FormResult } from './receipt-form.ts';
import { verifyContractReceipt } from './verify-contract.ts';
import { verifyOptionReceipt } from './verify-option.ts';
import type { VerifyOptions } from './verify-option.ts';

export const verifyReceipt = (
  value: unknown,
  options: VerifyOptions = {},
): Verification<CheckName | ContractCheckName> =>
  isOfContract(value) ? verifyContractReceipt(value, options) : verifyOptionReceipt(value, options);

export const readReceipt = (value: unknown): FormResult<Receipt> =>
  isOfContract(value) ? readContractReceipt(value) : readOptionReceipt(value);

const isOfContract = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'contract';
