// The whole public archive of a coin, read page by page as anyone can, with its hash chain checked on the way.
import { genesisHash, verifyTickRun } from '@candor/proof';
import { getTicks } from '@candor/wire';
import type { ArchivedTick, Client } from '@candor/wire';
import { need } from './customer.ts';

export interface CoinArchive {
  coin: string;
  /** From sequence 1 on, without gaps: the tick of sequence n is at n - 1. */
  ticks: ArchivedTick[];
  /** What is wrong with the chain; empty when it is sound. */
  faults: string[];
}

const pageTicks = 2_000;

export async function readArchive(client: Client, coin: string): Promise<CoinArchive> {
  const ticks: ArchivedTick[] = [];
  const faults: string[] = [];
  let hash = genesisHash(coin);
  for (;;) {
    const after = ticks.length;
    const page = need(await client.call(getTicks, { coin, after, last: after + pageTicks }), `ticks of ${coin}`);
    const { start_hash, end_hash } = page;
    if (start_hash !== hash) faults.push(`${coin}: the page after tick ${after} starts from another hash`);
    for (const { detail } of verifyTickRun({ coin, start_hash, ticks: page.ticks, end_hash })) {
      faults.push(`${coin}: ${detail}`);
    }
    const first = page.ticks[0];
    if (first && first[0] !== after + 1) faults.push(`${coin}: after tick ${after} comes ${first[0]}`);
    if (!first || faults.length > 0) return { coin, ticks, faults };
    ticks.push(...page.ticks);
    hash = end_hash;
  }
}

/** Every coin that is named, one after the other: the server has other work. */
export async function readArchives(client: Client, coins: Iterable<string>): Promise<Map<string, CoinArchive>> {
  const archives = new Map<string, CoinArchive>();
  for (const coin of new Set(coins)) archives.set(coin, await readArchive(client, coin));
  return archives;
}
