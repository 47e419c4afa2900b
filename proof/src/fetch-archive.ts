// Gets what receipts are compared with, the ticks and the key, from a server's public pages; the ticks also from a folder of days
// that were downloaded from it.
import { getProofKey, getTicks } from '@candor/wire';
import type { Receipt, TickRun } from '@candor/wire';
import { collectArchive } from './collect-archive.ts';
import { fetchPublic } from './fetch-public.ts';
import { openArchiveDays } from './read-archive-days.ts';

/** Somewhat more than a day at ten a second. */
const ticksMax = 1_000_000;
const pagesAtOnce = 4;

/** What the public archive has of a receipt's ticks; of a contract that was open for very long, those that the receipt rests on. */
export async function fetchArchive(base: string, receipt: Receipt): Promise<TickRun[]> {
  const days = new Map<string, ReturnType<typeof openArchiveDays>>();
  const daysOf = (coin: string) => days.get(coin) ?? days.set(coin, openArchiveDays(base, coin)).get(coin)!;
  const pageAfter = async (after: number, last: number, coin: string): Promise<TickRun> =>
    isFolder(base) ? daysOf(coin)(after, last) : fetchTicks(base, { coin, after, last });
  return collectArchive(receipt, { pageAfter, ticksMax, pagesAtOnce });
}

/** The key that the server says its receipts are signed with. */
export async function fetchPublishedKey(base: string): Promise<string> {
  if (isFolder(base)) throw new Error("a folder of the archive holds no key: name the platform's with --key");
  return (await fetchPublic(base, getProofKey)).public_key;
}

const isFolder = (base: string): boolean => !/^https?:\/\//i.test(base);

async function fetchTicks(base: string, span: { coin: string; after: number; last: number }): Promise<TickRun> {
  const { coin, start_hash, ticks, end_hash } = await fetchPublic(base, getTicks, span);
  return { coin, start_hash, ticks, end_hash };
}
