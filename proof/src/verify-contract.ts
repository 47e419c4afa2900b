// Recomputes a contract from its receipt. Nothing the receipt claims is believed that its ticks do not show; what lies between the
// runs of a long one is shown by the public archive alone, and said to be so.
import type { ArchivedTick, ContractReceipt } from '@candor/wire';
import { isUnbroken, readArchivePages, ticksOfRuns } from './archive-pages.ts';
import { checkAgainst } from './check-archive.ts';
import type { ReadArchive } from './check-archive.ts';
import { checkContractOutcome, checkContractTerms } from './check-contract.ts';
import { check, conclude, differs } from './checks.ts';
import type { Check, ContractCheckName, Verification } from './checks.ts';
import { decideContract } from './decide-contract.ts';
import { readContractReceipt } from './receipt-form.ts';
import { checkSeal } from './sign-receipt.ts';
import { genesisHash, verifyTickRun } from './tick-chain.ts';
import type { VerifyOptions } from './verify-option.ts';

type ContractCheck = Check<ContractCheckName>;

/** Every check by a stable name. Never throws: what can't be read fails the check `form`. */
export function verifyContractReceipt(value: unknown, options: VerifyOptions = {}): Verification<ContractCheckName> {
  const form = readContractReceipt(value);
  if ('faults' in form) return conclude<ContractCheckName>([check('form', form.faults, '')]);
  const { receipt } = form;
  const archive = options.archive === undefined ? undefined : readArchivePages(options.archive);
  const terms = checkContractTerms(receipt);
  const archiveChecks = [checkRuns(receipt), checkAgainst(receipt.archive, archive)];
  // From ticks that are not sound, or terms that no contract has, nothing follows.
  const isSound = [terms, ...archiveChecks].every((each) => each.ok);
  return conclude<ContractCheckName>([
    check('form', [], 'every field of a contract receipt is there, and no other'),
    terms,
    ...archiveChecks,
    ...(isSound ? decideAndCheck(receipt, archive) : []),
    ...checkSeal(receipt, options.trustedKey),
  ]);
}

function decideAndCheck(receipt: ContractReceipt, archive: ReadArchive): ContractCheck[] {
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

function checkRuns({ archive, order }: ContractReceipt): ContractCheck {
  const faults = archive.flatMap((run, place) => [
    ...verifyTickRun(run).map((finding) => `archive.${place}: ${finding.detail}`),
    ...differs(`archive.${place}.coin`, run.coin, order.coin),
  ]);
  const first = archive[0];
  const start = first?.ticks[0]?.[0];
  if (start !== undefined && start <= order.accepted_sequence) {
    faults.push(`archive.0.ticks begin at ${start}, but order.accepted_sequence is ${order.accepted_sequence}`);
  }
  if (order.accepted_sequence === 0 && (start ?? 1) === 1 && first) {
    faults.push(...differs('archive.0.start_hash', first.start_hash, genesisHash(order.coin)));
  }
  for (const [place, later] of archive.slice(1).entries()) {
    const [end, next] = [archive[place]!.ticks.at(-1)?.[0] ?? 0, later.ticks[0]?.[0] ?? 0];
    if (next <= end) faults.push(`archive.${place + 1}.ticks do not follow archive.${place}.ticks`);
  }
  const count = archive.reduce((sum, run) => sum + run.ticks.length, 0);
  return check(
    'chain',
    faults,
    `${count} ticks without a gap within ${archive.length === 1 ? 'one run' : `each of ${archive.length} runs`}`,
  );
}
