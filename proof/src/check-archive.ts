// Whether a receipt's ticks are the archive's: a sound chain from the accepted sequence on, and the same as everybody sees.
import type { OptionReceipt, TickRun } from '@candor/wire';
import { hashBefore, tickAt } from './archive-pages.ts';
import { check, differs, note } from './checks.ts';
import type { Check } from './checks.ts';
import { genesisHash, verifyTickRun } from './tick-chain.ts';

/** The archive's pages, what keeps them from being sound, or undefined where nothing is compared. */
export type ReadArchive = readonly TickRun[] | string | undefined;

export function checkArchive(receipt: OptionReceipt, archive: ReadArchive): Check[] {
  return [checkChain(receipt), checkAgainst([receipt.archive], archive)];
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

/** Whether a receipt's runs are the same as everybody sees. */
export function checkAgainst(claimed: readonly TickRun[], archive: ReadArchive): Check<'archive'> {
  if (archive === undefined) return note('archive', 'the ticks were not compared with the public archive');
  if (typeof archive === 'string') return check('archive', [archive], '');
  const faults = claimed.flatMap((run) => findDifference(run, archive) ?? []).slice(0, 1);
  const count = claimed.reduce((sum, { ticks }) => sum + ticks.length, 0);
  return check('archive', faults, `all ${count} ticks are those of the public archive`);
}

/** Where all ticks and the hash before them are alike, the hash after them is so too. */
function findDifference(claimed: TickRun, pages: readonly TickRun[]): string | undefined {
  const coin = pages[0]?.coin;
  if (coin !== claimed.coin) return `archive.coin is ${claimed.coin}, the public archive's is ${coin ?? 'none'}`;
  for (const tick of claimed.ticks) {
    const there = tickAt(pages, tick[0]);
    if (there === undefined) return `archive.ticks name tick ${tick[0]}, which the public archive does not show`;
    const field = (['sequence', 'price', 'source time', 'publish time', 'inputs'] as const)[
      tick.findIndex((value, index) => value !== there[index])
    ];
    if (field === undefined) continue;
    const both = `${JSON.stringify(tick)}, the public archive's is ${JSON.stringify(there)}`;
    return `archive.ticks differ first in the ${field} of tick ${tick[0]}: the receipt's is ${both}`;
  }
  const start = hashBefore(pages, claimed.ticks[0]?.[0]);
  if (start === claimed.start_hash) return undefined;
  return `archive.start_hash is ${claimed.start_hash}, the public archive's is ${start ?? 'none'}`;
}
