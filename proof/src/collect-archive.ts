// Which pages of the public archive a receipt is compared with, and in what order they are asked for. How is the caller's matter.
import type { ContractReceipt, Receipt, TickRun } from '@candor/wire';
import { chainsOf, type ReceiptChain } from './archive-end.ts';

export interface ArchivePagesSource {
  /** The ticks of a coin after a sequence up to `last`, or fewer where a page ends before. */
  pageAfter: (after: number, last: number, coin: string) => Promise<TickRun>;
  /** Of a contract that lived for more ticks than this, only those that its receipt rests on are asked for. */
  ticksMax: number;
  /** Pages that are asked for at once. */
  pagesAtOnce: number;
  onProgress?: ((done: number, pages: number) => void) | undefined;
}

/** Of one coin. */
interface ChainSource extends Omit<ArchivePagesSource, 'pageAfter'> {
  pageAfter: (after: number, last: number) => Promise<TickRun>;
}

/** Ticks from `after`, without it, up to `last`. */
interface Span {
  after: number;
  last: number;
}

const ticksAPage = 1000;
/** After the last tick that is known to be needed, until one shows that nothing came before what decided. */
const laterPagesMax = 1000;

/** Of each coin all ticks from the order to its end where they are not too many, else those that its receipt rests on. */
export async function collectArchive(receipt: Receipt, source: ArchivePagesSource): Promise<TickRun[]> {
  const pages: TickRun[] = [];
  for (const chain of chainsOf(receipt)) {
    const pageAfter = (after: number, last: number): Promise<TickRun> => source.pageAfter(after, last, chain.coin);
    pages.push(...(await collectChain(receipt, chain, { ...source, pageAfter })));
  }
  return pages;
}

async function collectChain(
  receipt: Receipt,
  { coin, after, afterMs, sequence: last }: ReceiptChain,
  source: ChainSource,
): Promise<TickRun[]> {
  const isLong = receipt.kind !== 'option' && last - after > source.ticksMax;
  const spans = isLong ? longSpansOf(receipt, coin) : last > after ? [{ after, last }] : [];
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

const longSpansOf = (receipt: Exclude<Receipt, { kind: 'option' }>, coin: string): Span[] =>
  receipt.kind === 'contract' ? spansOf(receipt) : receipt.archive.filter((run) => run.coin === coin).flatMap(spanOf);

const spanOf = ({ ticks }: TickRun): Span[] =>
  ticks.length === 0 ? [] : [{ after: ticks[0]![0] - 1, last: ticks.at(-1)![0] }];

/** What its runs show, and the ticks from each request to close a part to the one that closed it; in order, without overlaps. */
function spansOf({ archive, changes }: ContractReceipt): Span[] {
  const spans: Span[] = archive.flatMap(spanOf);
  for (const [place, change] of changes.entries()) {
    if (change.kind !== 'part') continue;
    const asked = changes.slice(0, place).findLast((each) => each.kind === 'close');
    const first = Math.max(asked?.accepted_sequence ?? 0, change.tick.sequence - ticksAPage);
    spans.push({ after: first, last: change.tick.sequence });
  }
  const merged: Span[] = [];
  for (const span of spans.toSorted((left, right) => left.after - right.after)) {
    const before = merged.at(-1);
    if (before && span.after <= before.last) before.last = Math.max(before.last, span.last);
    else merged.push({ ...span });
  }
  return merged;
}

function cutIntoPages({ after, last }: Span): Span[] {
  const pages: Span[] = [];
  for (let from = after; from < last; from += ticksAPage) {
    pages.push({ after: from, last: Math.min(last, from + ticksAPage) });
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
