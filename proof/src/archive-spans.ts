// Which ticks of the public archive are asked for: chains from an order to its end, and stretches of them.
import type { TickRun } from '@candor/wire';

/** A chain of ticks that a receipt rests on: from where on, and up to the first that shows that nothing came before what decided. */
export interface ReceiptChain {
  coin: string;
  after: number;
  /** Read far enough with a tick that was published after `afterMs` and has at least this sequence. */
  afterMs: number;
  sequence: number;
}

/** Ticks from `after`, without it, up to `last`. */
export interface Span {
  after: number;
  last: number;
}

export const ticksAPage = 1000;

/** What a run of a receipt shows. */
export const spansOfRun = ({ ticks }: TickRun): Span[] =>
  ticks.length === 0 ? [] : [{ after: ticks[0]![0] - 1, last: ticks.at(-1)![0] }];

/** In order, without overlaps. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((left, right) => left.after - right.after)) {
    const before = merged.at(-1);
    if (before && span.after <= before.last) before.last = Math.max(before.last, span.last);
    else merged.push({ ...span });
  }
  return merged;
}

export function cutIntoPages({ after, last }: Span): Span[] {
  const pages: Span[] = [];
  for (let from = after; from < last; from += ticksAPage) {
    pages.push({ after: from, last: Math.min(last, from + ticksAPage) });
  }
  return pages;
}
