// Whatever the receipt is of: verified by the rules of its kind.
import type { Receipt } from '@candor/wire';
import { readForm, type FormResult } from './receipt-form.ts';
import { verifyBy, type VerifyOptions } from './receipt-rules.ts';
import { rulesFor, type AnyCheckName } from './rules-of-kinds.ts';
import type { Verification } from './checks.ts';

export const verifyReceipt = (value: unknown, options: VerifyOptions = {}): Verification<AnyCheckName> =>
  verifyBy(rulesFor(value), value, options);

export const readReceipt = (value: unknown): FormResult<Receipt> => readForm(rulesFor(value), value);
