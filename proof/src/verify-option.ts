// Recomputes a seconds option from its receipt. Nothing the receipt claims is believed that its ticks do not show.
import type { OptionReceipt, TickRun } from '@candor/wire';
import { checkArchive, readTickRun } from './check-archive.ts';
import { checkOutcome } from './check-outcome.ts';
import { checkTerms } from './check-terms.ts';
import { check, conclude } from './checks.ts';
import type { Check, Verification } from './checks.ts';
import { decideOption } from './decide-option.ts';
import { readOptionReceipt } from './receipt-form.ts';
import { checkSeal } from './sign-receipt.ts';

export interface VerifyOptions {
  /** The key that the platform publishes, hex; without it only the signature itself is checked. */
  trustedKey?: string;
  /** The ticks after the order's accepted_sequence as the public archive gives them, at least as far as the receipt's. */
  archive?: TickRun;
}

/** Every check by a stable name. Never throws: what can't be read fails the check `form`. */
export function verifyOptionReceipt(value: unknown, options: VerifyOptions = {}): Verification {
  const form = readOptionReceipt(value);
  if ('faults' in form) return conclude([check('form', form.faults, '')]);
  const { receipt } = form;
  const archive = options.archive === undefined ? undefined : readTickRun(options.archive);
  const archiveChecks = checkArchive(receipt, archive);
  return conclude([
    check('form', [], 'every field of an option receipt is there, and no other'),
    checkTerms(receipt),
    ...archiveChecks,
    // From ticks that are not sound nothing follows.
    ...(archiveChecks.every((each) => each.ok) ? decideAndCheck(receipt, archive) : []),
    ...checkSeal(receipt, options.trustedKey),
  ]);
}

function decideAndCheck(receipt: OptionReceipt, archive: TickRun | string | undefined): Check[] {
  const { ticks } = longerRun(receipt, archive);
  return checkOutcome(receipt, decideOption({ order: receipt.order, terms: receipt.terms, ticks }));
}

/** The archive may reach further than the receipt did when it was written; then the archive decides. */
function longerRun(receipt: OptionReceipt, archive: TickRun | string | undefined): TickRun {
  if (archive === undefined || typeof archive === 'string') return receipt.archive;
  return archive.ticks.length > receipt.archive.ticks.length ? archive : receipt.archive;
}
