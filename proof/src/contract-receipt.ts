// Recomputes a contract from its receipt. Nothing the receipt claims is believed that its ticks do not show; what lies between the
// runs of a long one is shown by the public archive alone, and said to be so.
import { contractReceipt } from '@candor/wire';
import type { ArchivedTick, ContractReceipt } from '@candor/wire';
import { isUnbroken, readArchivePages, ticksOfRuns } from './archive-pages.ts';
import { mergeSpans, spansOfRun, ticksAPage, type ReceiptChain, type Span } from './archive-spans.ts';
import { checkAgainst } from './check-archive.ts';
import type { ReadArchive } from './check-archive.ts';
import { checkContractOutcome, checkContractTerms } from './check-contract.ts';
import { checkContractRuns } from './check-contract-runs.ts';
import type { Check, ContractCheckName, Verification } from './checks.ts';
import { contractAmounts } from './contract-amounts.ts';
import { decideContract } from './decide-contract.ts';
import { verifyBy, type ReceiptRules, type VerifyOptions } from './receipt-rules.ts';

export const contractRules: ReceiptRules<ContractReceipt, ContractCheckName> = {
  words: 'a contract receipt',
  schema: contractReceipt,
  amountsOf: contractAmounts,
  check(receipt, given) {
    const archive = given === undefined ? undefined : readArchivePages(given);
    const terms = checkContractTerms(receipt);
    const archiveChecks = [checkContractRuns(receipt), checkAgainst(receipt.archive, archive)];
    // From ticks that are not sound, or terms that no contract has, nothing follows.
    const isSound = [terms, ...archiveChecks].every((each) => each.ok);
    return [terms, ...archiveChecks, ...(isSound ? decideAndCheck(receipt, archive) : [])];
  },
  chainsOf: (receipt) => [chainOf(receipt)],
  longSpansOf,
};

export const verifyContractReceipt = (value: unknown, options: VerifyOptions = {}): Verification<ContractCheckName> =>
  verifyBy(contractRules, value, options);

function decideAndCheck(receipt: ContractReceipt, archive: ReadArchive): Check<ContractCheckName>[] {
  const { order, terms, changes, cancel } = receipt;
  const pages = typeof archive === 'object' ? archive : [];
  const known = ticksOfRuns([...receipt.archive, ...pages], order.accepted_sequence + 1);
  const isWhole = isUnbroken(known, order.accepted_sequence + 1);
  const ticks = isWhole || receipt.version > 1 ? known : withPartsOf(receipt, known);
  return checkContractOutcome(receipt, decideContract({ order, terms, changes, cancel, ticks }), isWhole);
}

/** Where some ticks are missing, partial closes among them are taken as a receipt of version 1 has them. */
function withPartsOf({ changes }: ContractReceipt, ticks: readonly ArchivedTick[]): readonly ArchivedTick[] {
  const known = new Map(ticks.map((tick) => [tick[0], tick]));
  for (const change of changes) {
    if (change.kind !== 'part' || known.has(change.tick.sequence)) continue;
    const { sequence, price, published_ms } = change.tick;
    known.set(sequence, [sequence, price, published_ms, published_ms, 'receipt']);
  }
  return [...known.values()].sort((left, right) => left[0] - right[0]);
}

/** What the ticks decide needs no tick after it, but for the one that never came. */
function chainOf({ order, terms, archive, exit, cancel, cancel_reason: reason }: ContractReceipt): ReceiptChain {
  const { entry_window_ms: windowMs, limit_expiry_ms: expiryMs = 0 } = terms;
  const waitedMs = reason === 'no-entry-tick' ? windowMs : reason === 'expired' ? expiryMs : undefined;
  return {
    coin: order.coin,
    after: order.accepted_sequence,
    afterMs: waitedMs === undefined ? 0 : order.received_ms + waitedMs,
    sequence: Math.max(archive.at(-1)?.ticks.at(-1)?.[0] ?? 0, exit?.sequence ?? 0, cancel?.accepted_sequence ?? 0),
  };
}

/** What its runs show, and the ticks from each request to close a part to the one that closed it. */
function longSpansOf({ archive, changes }: ContractReceipt): Span[] {
  const spans: Span[] = archive.flatMap(spansOfRun);
  for (const [place, change] of changes.entries()) {
    if (change.kind !== 'part') continue;
    const asked = changes.slice(0, place).findLast((each) => each.kind === 'close');
    const first = Math.max(asked?.accepted_sequence ?? 0, change.tick.sequence - ticksAPage);
    spans.push({ after: first, last: change.tick.sequence });
  }
  return mergeSpans(spans);
}
