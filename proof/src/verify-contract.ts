// Recomputes a contract from its receipt. Nothing the receipt claims is believed that its ticks do not show; what lies between the
// two runs of a long one is shown by the public archive alone, and said to be so.
import type { ArchivedTick, ContractReceipt, TickRun } from '@candor/wire';
import { checkAgainst, readTickRun } from './check-archive.ts';
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
  const archive = options.archive === undefined ? undefined : readTickRun(options.archive);
  const terms = checkContractTerms(receipt);
  const archiveChecks = [checkRuns(receipt), checkArchives(receipt, archive)];
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

function decideAndCheck(receipt: ContractReceipt, archive: TickRun | string | undefined): ContractCheck[] {
  const { order, terms, changes, cancel } = receipt;
  const { ticks, isWhole } = ticksOf(receipt, archive);
  return checkContractOutcome(receipt, decideContract({ order, terms, changes, cancel, ticks }), isWhole);
}

/** All ticks that are known; where some are missing, partial closes among them are taken as the receipt has them. */
function ticksOf(
  receipt: ContractReceipt,
  archive: TickRun | string | undefined,
): { ticks: readonly ArchivedTick[]; isWhole: boolean } {
  const last = receipt.archive.at(-1)!.ticks.at(-1)?.[0] ?? 0;
  if (typeof archive === 'object' && (archive.ticks.at(-1)?.[0] ?? 0) >= last) {
    return { ticks: archive.ticks, isWhole: true };
  }
  const ticks = receipt.archive.flatMap((run) => run.ticks);
  const known = new Map(ticks.map((tick) => [tick[0], tick]));
  const isWhole = ticks.every((tick, place) => tick[0] === receipt.order.accepted_sequence + 1 + place);
  for (const change of isWhole ? [] : receipt.changes) {
    if (change.kind !== 'part' || known.has(change.tick.sequence)) continue;
    const { sequence, price, published_ms } = change.tick;
    known.set(sequence, [sequence, price, published_ms, published_ms, 'receipt']);
  }
  return { ticks: [...known.values()].sort((left, right) => left[0] - right[0]), isWhole };
}

function checkRuns({ archive, order }: ContractReceipt): ContractCheck {
  const faults = archive.flatMap((run, place) => [
    ...verifyTickRun(run).map((finding) => `archive.${place}: ${finding.detail}`),
    ...differs(`archive.${place}.coin`, run.coin, order.coin),
  ]);
  const [first, second] = archive;
  const [start, end] = [first?.ticks[0]?.[0], first?.ticks.at(-1)?.[0]];
  if (start !== undefined && start <= order.accepted_sequence) {
    faults.push(`archive.0.ticks begin at ${start}, but order.accepted_sequence is ${order.accepted_sequence}`);
  }
  if (order.accepted_sequence === 0 && (start ?? 1) === 1 && first) {
    faults.push(...differs('archive.0.start_hash', first.start_hash, genesisHash(order.coin)));
  }
  if (second && (second.ticks[0]?.[0] ?? 0) <= (end ?? 0)) faults.push('archive.1.ticks do not follow archive.0.ticks');
  const count = archive.reduce((sum, run) => sum + run.ticks.length, 0);
  return check('chain', faults, `${count} ticks without a gap within ${archive.length === 1 ? 'one run' : 'two runs'}`);
}

function checkArchives(receipt: ContractReceipt, archive: TickRun | string | undefined): ContractCheck {
  if (typeof archive !== 'object') return checkAgainst(receipt.archive[0]!, archive);
  for (const run of receipt.archive) {
    const found = checkAgainst(run, cut(archive, run));
    if (!found.ok) return found;
  }
  const starts = differs(
    'the public archive starts after',
    (archive.ticks[0]?.[0] ?? 1) - 1,
    receipt.order.accepted_sequence,
  );
  return check(
    'archive',
    archive.ticks.length === 0 ? [] : starts,
    `the receipt's ticks are those of the public archive`,
  );
}

/** The part of a checked archive that a run should be; its start is vouched for by the ticks before. */
function cut(archive: TickRun, run: TickRun): TickRun {
  const [from, to] = [run.ticks[0]?.[0] ?? 0, run.ticks.at(-1)?.[0] ?? -1];
  const ticks = archive.ticks.filter((tick) => tick[0] >= from && tick[0] <= to);
  const isAtStart = archive.ticks[0]?.[0] === from || run.ticks.length === 0;
  return { ...archive, ticks, start_hash: isAtStart ? archive.start_hash : run.start_hash, end_hash: run.end_hash };
}
