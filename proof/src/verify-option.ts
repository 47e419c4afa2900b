// Recomputes a seconds option from its receipt. Nothing the receipt claims is believed that its ticks do not show.
import type { OptionReceipt, TickRun } from '@candor/wire';
import { isUnbroken, readArchivePages, ticksOfRuns } from './archive-pages.ts';
import { checkArchive } from './check-archive.ts';
import type { ReadArchive } from './check-archive.ts';
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
  /**
   * What the public archive gives: one run or pages in order, at least all that the receipt itself shows. Whoever compares all ticks from
   * the order's accepted_sequence to its end leaves nothing open.
   */
  archive?: TickRun | readonly TickRun[];
}

/** Every check by a stable name. Never throws: what can't be read fails the check `form`. */
export function verifyOptionReceipt(value: unknown, options: VerifyOptions = {}): Verification {
  const form = readOptionReceipt(value);
  if ('faults' in form) return conclude([check('form', form.faults, '')]);
  const { receipt } = form;
  const archive = options.archive === undefined ? undefined : readArchivePages(options.archive);
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

function decideAndCheck(receipt: OptionReceipt, archive: ReadArchive): Check[] {
  const { order, terms } = receipt;
  // The archive may reach further than the receipt did when it was written; then the archive decides.
  const pages = typeof archive === 'object' ? archive : [];
  const all = ticksOfRuns([receipt.archive, ...pages], order.accepted_sequence + 1);
  const ticks = isUnbroken(all, order.accepted_sequence + 1) ? all : receipt.archive.ticks;
  return checkOutcome(receipt, decideOption({ order, terms, ticks }));
}
