// Which pages of the public archive a receipt is compared with, and in what order they are asked for. How is the caller's matter.
import type { Receipt, TickRun } from '@candor/wire';
import { cutIntoPages, ticksAPage, type ReceiptChain, type Span } from './archive-spans.ts';
import { rulesFor } from './rules-of-kinds.ts';

export interface ArchivePagesSource {
  /** The ticks of a coin after a sequence up to `last`, or fewer where a page ends before. */
  pageAfter: (after: number, last: number, coin: string) => Promise<TickRun>;
  /** Of an order that lived for more ticks than this, only those that its receipt rests on are asked for, where its kind can be so long. */
  ticksMax: number;
  /** Pages that are asked for at once. */
  pagesAtOnce: number;
  onProgress?: ((done: number, pages: number) => void) | undefined;
}

/** Of one coin. */
interface ChainSource extends Omit<ArchivePagesSource, 'pageAfter'> {
  pageAfter: (after: number, last: number) => Promise<TickRun>;
}

/** After the last tick that is known to be needed, until one shows that nothing came before what decided. */
const laterPagesMax = 1000;

/** Ticks from the order to its end, of the coin with the most, where those are more than `ticksMax` and not all of them are asked for. */
export function ticksWhereCut(receipt: Receipt, ticksMax: number): number | undefined {
  const rules = rulesFor(receipt);
  if (!rules.longSpansOf) return undefined;
  const most = Math.max(...rules.chainsOf(receipt).map(ticksOf));
  return most > ticksMax ? most : undefined;
}

const ticksOf = ({ after, sequence }: ReceiptChain): number => sequence - after;

/** Of each coin all ticks from the order to its end where they are not too many, else those that its receipt rests on. */
export async function collectArchive(receipt: Receipt, source: ArchivePagesSource): Promise<TickRun[]> {
  const pages: TickRun[] = [];
  for (const chain of rulesFor(receipt).chainsOf(receipt)) {
    const pageAfter = (after: number, last: number): Promise<TickRun> => source.pageAfter(after, last, chain.coin);
    pages.push(...(await collectChain(receipt, chain, { ...source, pageAfter })));
  }
  return pages;
}

async function collectChain(receipt: Receipt, chain: ReceiptChain, source: ChainSource): Promise<TickRun[]> {
  const { coin, after, afterMs, sequence: last } = chain;
  const isLong = ticksOf(chain) > source.ticksMax;
  const longSpans = isLong ? rulesFor(receipt).longSpansOf?.(receipt, coin) : undefined;
  const spans = longSpans ?? (last > after ? [{ after, last }] : []);
  const pages = await fetchSpans(spans.flatMap(cutIntoPages), source);
  for (let count = 0; count < laterPagesMax; count++) {
    const newest = pages.at(-1)?.ticks.at(-1);
    if (newest && newest[0] >= last && newest[3] > afterMs) break;
    const from = newest?.[0] ?? after;
    const page = await source.pageAfter(from, from + ticksAPage);
    pages.push(page);
    if (page.ticks.length === 0) break;
  }
  return pages;
}

/** Some at once, in their order. */
async function fetchSpans(spans: readonly Span[], source: ChainSource): Promise<TickRun[]> {
  const found: TickRun[][] = [];
  let [next, done] = [0, 0];
  async function fetchNext(): Promise<void> {
    for (let place = next++; place < spans.length; place = next++) {
      found[place] = await fetchSpan(spans[place]!, source);
      source.onProgress?.(++done, spans.length);
    }
  }
  await Promise.all(Array.from({ length: Math.min(source.pagesAtOnce, spans.length) }, fetchNext));
  return found.flat();
}

/** A source may end its pages before; what it does not show at all is missing, and verifying says so. */
async function fetchSpan({ after, last }: Span, { pageAfter }: ChainSource): Promise<TickRun[]> {
  const pages: TickRun[] = [];
  for (let from = after; from < last;) {
    const page = await pageAfter(from, last);
    const end = page.ticks.at(-1)?.[0] ?? from;
    if (end <= from) break;
    pages.push(page);
    from = end;
  }
  return pages;
}
