// An order book as it is drawn: the best levels of each side, with sizes added up outwards, and the gap between them.
import { add, formatAmount, parseMarketNumber, subtract, zero } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { BookRow } from '../ui/order-book.tsx';

export const bookRowsMax = 16;

export interface Book {
  bids: readonly (readonly [price: string, size: string])[];
  asks: readonly (readonly [price: string, size: string])[];
}

export interface DrawnBook {
  bids: BookRow[];
  asks: BookRow[];
  /** Best ask less best bid, decimal text; null when a side is empty. */
  spread: string | null;
  /** The spread as a share of the best ask. */
  spreadShare: string | null;
}

export function drawBook({ bids, asks }: Book): DrawnBook {
  const [bidSums, askSums] = [sumsOf(bids), sumsOf(asks)];
  // One scale for both sides, so that the longer bar is the deeper side.
  const deepest = [bidSums.at(-1) ?? zero, askSums.at(-1) ?? zero].reduce((left, right) =>
    left > right ? left : right,
  );
  const [bid, ask] = [parseMarketNumber(bids[0]?.[0] ?? ''), parseMarketNumber(asks[0]?.[0] ?? '')];
  const isWhole = bid !== undefined && ask !== undefined && ask > 0n;
  const spread = isWhole && ask >= bid ? subtract(ask, bid) : undefined;
  return {
    bids: rowsOf(bids, bidSums, deepest),
    asks: rowsOf(asks, askSums, deepest),
    spread: spread === undefined ? null : formatAmount(spread),
    spreadShare: spread === undefined ? null : formatAmount(((spread * 10n ** 18n) / ask!) as Wad),
  };
}

function sumsOf(levels: Book['bids']): Wad[] {
  let sum = zero;
  return levels.slice(0, bookRowsMax).map(([, size]) => (sum = add(sum, parseMarketNumber(size) ?? zero)));
}

const rowsOf = (levels: Book['bids'], sums: readonly Wad[], deepest: Wad): BookRow[] =>
  sums.map((sum, place) => {
    const [price, size] = levels[place]!;
    // In whole percent: a bar that moves by less is not drawn again.
    return { price, size, depth: deepest === 0n ? 0 : parseInt(((sum * 100n) / deepest).toString(), 10) };
  });

/** A row that is as it was stays the same object: who compares by identity sees what has changed. */
export function withKeptRows(book: DrawnBook, before: DrawnBook | undefined): DrawnBook {
  if (!before) return book;
  const kept = (rows: BookRow[], old: BookRow[]): BookRow[] =>
    rows.map((row, place) => {
      const was = old[place];
      return was && was.price === row.price && was.size === row.size && was.depth === row.depth ? was : row;
    });
  return { ...book, bids: kept(book.bids, before.bids), asks: kept(book.asks, before.asks) };
}
