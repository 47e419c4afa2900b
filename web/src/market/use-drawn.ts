// One part of an order book for the cell that shows it: worked out once a message, told to the cells whose part has changed.
import { feedTopics } from '@candor/wire';
import type { Coin, DepthStep, FeedDepth } from '@candor/wire';
import { useSyncExternalStore } from 'react';
import { topicStore } from '../live/feed.ts';
import type { BookRow } from '../ui/order-book.tsx';
import { drawBook, withKeptRows } from './book-rows.ts';
import type { DrawnBook } from './book-rows.ts';

/** The book is there, and has nothing at this place. */
export const nothing = Symbol('nothing');
type Nothing = typeof nothing;

/** Of each topic the newest message with what is drawn of it. */
const newest = new Map<string, { depth: FeedDepth; book: DrawnBook }>();

/** Undefined until the first message. */
export function useDrawn<Part extends BookRow | string | Nothing>(
  coin: Coin,
  step: DepthStep,
  part: (book: DrawnBook) => Part | undefined,
): Part | Nothing | undefined {
  const topic = feedTopics.depth(coin.symbol, step);
  const store = topicStore<FeedDepth>(topic, { isForgotten: true });
  return useSyncExternalStore(store.subscribe, () => {
    const depth = store.get();
    return depth && (part(drawnOf(topic, depth)) ?? nothing);
  });
}

function drawnOf(topic: string, depth: FeedDepth): DrawnBook {
  const last = newest.get(topic);
  if (last?.depth === depth) return last.book;
  const book = withKeptRows(drawBook(depth), last?.book);
  newest.set(topic, { depth, book });
  return book;
}

export const textOf = (part: string | Nothing | undefined): string | undefined =>
  typeof part === 'string' ? part : undefined;
