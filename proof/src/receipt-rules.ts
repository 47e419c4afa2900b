// What a kind of receipt says of itself, and how a receipt is verified by it.
import type { Receipt, TickRun } from '@candor/wire';
import type { ReceiptChain, Span } from './archive-spans.ts';
import { check, conclude, type Check, type Verification } from './checks.ts';
import { readForm, type FormRules } from './receipt-form.ts';
import { checkSeal } from './sign-receipt.ts';

export interface VerifyOptions {
  /** The key that the platform publishes, hex; without it only the signature itself is checked. */
  trustedKey?: string;
  /**
   * What the public archive gives: one run or pages in order, at least all that the receipt itself shows. Whoever compares all ticks from
   * the order's accepted_sequence to its end leaves nothing open.
   */
  archive?: TickRun | readonly TickRun[];
}

export interface ReceiptRules<
  Signed extends Receipt = Receipt,
  Name extends string = string,
> extends FormRules<Signed> {
  /** After "every field of". */
  words: string;
  /** Recomputes what it says, from its ticks and what the public archive gives: all checks but those of its form and its seal. */
  check(receipt: Signed, archive: VerifyOptions['archive']): Check<Name>[];
  chainsOf(receipt: Signed): ReceiptChain[];
  /** Of a chain of too many ticks, those that it rests on; left out where no chain gets so long. */
  longSpansOf?(receipt: Signed, coin: string): Span[];
}

/** Checks that every kind has. */
type SharedName = 'form' | 'digests' | 'signature' | 'key';

/** Every check by a stable name. Never throws: what can't be read fails the check `form`. */
export function verifyBy<Signed extends Receipt, Name extends string>(
  rules: ReceiptRules<Signed, Name>,
  value: unknown,
  { trustedKey, archive }: VerifyOptions,
): Verification<Name | SharedName> {
  const form = readForm(rules, value);
  if ('faults' in form) return conclude<Name | SharedName>([check('form', form.faults, '')]);
  const { receipt } = form;
  return conclude<Name | SharedName>([
    check('form', [], `every field of ${rules.words} is there, and no other`),
    ...rules.check(receipt, archive),
    ...checkSeal(receipt, trustedKey),
  ]);
}
