// Recomputes a seconds option from its receipt. Nothing the receipt claims is believed that its ticks do not show.
import { optionReceipt } from '@candor/wire';
import type { OptionReceipt } from '@candor/wire';
import { isUnbroken, readArchivePages, ticksOfRuns } from './archive-pages.ts';
import { checkArchive } from './check-archive.ts';
import type { ReadArchive } from './check-archive.ts';
import { checkOutcome } from './check-outcome.ts';
import { checkTerms } from './check-terms.ts';
import type { Check, CheckName, Verification } from './checks.ts';
import { decideOption, exitWaitOf } from './decide-option.ts';
import type { Amounts } from './receipt-form.ts';
import { verifyBy, type ReceiptRules, type VerifyOptions } from './receipt-rules.ts';

export const optionRules: ReceiptRules<OptionReceipt, CheckName> = {
  words: 'an option receipt',
  schema: optionReceipt,
  amountsOf,
  findFaults: ({ terms: { payout_decimals: decimals } }) =>
    decimals < 0 || decimals > 18 ? [`terms.payout_decimals is ${decimals}, outside 0 to 18`] : [],
  check(receipt, given) {
    const archive = given === undefined ? undefined : readArchivePages(given);
    const archiveChecks = checkArchive(receipt, archive);
    return [
      checkTerms(receipt),
      ...archiveChecks,
      // From ticks that are not sound nothing follows.
      ...(archiveChecks.every((each) => each.ok) ? decideAndCheck(receipt, archive) : []),
    ];
  },
  chainsOf({ order, terms, expires_ms: expiresMs, exit, archive }) {
    const afterMs =
      expiresMs === null ? order.received_ms + terms.entry_window_ms : exit ? expiresMs : expiresMs + exitWaitOf(terms);
    return [{ coin: order.coin, after: order.accepted_sequence, afterMs, sequence: archive.ticks.at(-1)?.[0] ?? 0 }];
  },
};

export const verifyOptionReceipt = (value: unknown, options: VerifyOptions = {}): Verification =>
  verifyBy(optionRules, value, options);

function amountsOf({ order, terms, entry, exit, paid }: OptionReceipt): Amounts {
  return [
    ['order.stake', order.stake],
    ['terms.payout_rate', terms.payout_rate],
    ['terms.min', terms.min],
    ['terms.max', terms.max],
    ['entry.price', entry?.price],
    ['exit.price', exit?.price],
    ['paid', paid],
  ];
}

function decideAndCheck(receipt: OptionReceipt, archive: ReadArchive): Check[] {
  const { order, terms } = receipt;
  // The archive may reach further than the receipt did when it was written; then the archive decides.
  const pages = typeof archive === 'object' ? archive : [];
  const all = ticksOfRuns([receipt.archive, ...pages], order.accepted_sequence + 1);
  const ticks = isUnbroken(all, order.accepted_sequence + 1) ? all : receipt.archive.ticks;
  return checkOutcome(receipt, decideOption({ order, terms, ticks }));
}
