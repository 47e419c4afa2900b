// Whether a receipt's ticks are the archive's: a sound chain from the accepted sequence on, and the same as everybody sees.
import { tickRun } from '@candor/wire';
import type { OptionReceipt, TickRun } from '@candor/wire';
import { check, differs, note } from './checks.ts';
import type { Check } from './checks.ts';
import { genesisHash, verifyTickRun } from './tick-chain.ts';

/** The run, or what keeps it from being one. */
export function readTickRun(value: unknown): TickRun | string {
  const parsed = tickRun.safeParse(value);
  if (!parsed.success) return 'the archive did not answer with a run of ticks';
  const [finding] = verifyTickRun(parsed.data);
  return finding === undefined ? parsed.data : `in the public archive ${finding.detail}`;
}

export function checkArchive(receipt: OptionReceipt, archive: TickRun | string | undefined): Check[] {
  return [checkChain(receipt), checkAgainst(receipt.archive, archive)];
}

function checkChain({ archive, order }: OptionReceipt): Check {
  const faults = verifyTickRun(archive).map((finding) => `archive: ${finding.detail}`);
  faults.push(...differs('archive.coin', archive.coin, order.coin));
  const first = archive.ticks[0];
  if (first !== undefined && first[0] !== order.accepted_sequence + 1) {
    faults.push(`archive.ticks begin at ${first[0]}, but order.accepted_sequence is ${order.accepted_sequence}`);
  }
  if (order.accepted_sequence === 0) {
    faults.push(...differs('archive.start_hash', archive.start_hash, genesisHash(order.coin)));
  }
  const last = archive.ticks.at(-1);
  if (first === undefined || last === undefined) return check('chain', faults, 'no tick follows the accepted sequence');
  const fine = `ticks ${first[0]} to ${last[0]} without a gap, hash ${archive.end_hash}`;
  return check('chain', faults, fine);
}

/** Whether a receipt's run is the same as everybody sees. */
export function checkAgainst(claimed: TickRun, archive: TickRun | string | undefined): Check<'archive'> {
  if (archive === undefined) return note('archive', 'the ticks were not compared with the public archive');
  if (typeof archive === 'string') return check('archive', [archive], '');
  const difference = findDifference(claimed, archive);
  const fine = `all ${claimed.ticks.length} ticks are those of the public archive`;
  return check('archive', difference === undefined ? [] : [difference], fine);
}

function findDifference(claimed: TickRun, archive: TickRun): string | undefined {
  if (claimed.coin !== archive.coin) return `archive.coin is ${claimed.coin}, the public archive's is ${archive.coin}`;
  if (claimed.start_hash !== archive.start_hash) {
    return `archive.start_hash is ${claimed.start_hash}, the public archive's is ${archive.start_hash}`;
  }
  for (const [place, tick] of claimed.ticks.entries()) {
    const there = archive.ticks[place];
    if (there === undefined) return `archive.ticks name tick ${tick[0]}, which the public archive does not show`;
    const field = (['sequence', 'price', 'source time', 'publish time', 'inputs'] as const)[
      tick.findIndex((value, index) => value !== there[index])
    ];
    if (field === undefined) continue;
    const both = `${JSON.stringify(tick)}, the public archive's is ${JSON.stringify(there)}`;
    return `archive.ticks differ first in the ${field} of tick ${tick[0]}: the receipt's is ${both}`;
  }
  if (claimed.ticks.length < archive.ticks.length || claimed.end_hash === archive.end_hash) return undefined;
  return `archive.end_hash is ${claimed.end_hash}, the public archive's is ${archive.end_hash}`;
}
