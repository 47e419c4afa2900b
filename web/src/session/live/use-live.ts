// Live data for the smallest cell: each hook renders its component again only when its own value has changed.
import { feedTopics } from '@candor/wire';
import type { DepthStep, FeedDepth, FeedDetail, MarketSymbol } from '@candor/wire';
import { useSyncExternalStore } from 'react';
import { changeOf } from '../../ui/change.tsx';
import { topicStore } from './feed.ts';
import type { LiveStore } from './frame.ts';
import { tapeOf } from './tape.ts';
import type { FilledTrade } from './tape.ts';

export const useLive = <Value>(store: LiveStore<Value>): Value => useSyncExternalStore(store.subscribe, store.get);

/** The last 24 hours of a coin as the market sends them: decimal text in open, close, high, low, amount, vol. */
export const useTicker = (symbol: MarketSymbol): FeedDetail | undefined =>
  useLive(topicStore<FeedDetail>(feedTopics.detail(symbol)));

/** The present price; undefined until the first message. */
export function usePrice(symbol: MarketSymbol): string | undefined {
  const store = topicStore<FeedDetail>(feedTopics.detail(symbol));
  return useSyncExternalStore(store.subscribe, () => store.get()?.close);
}

/** The change of 24 hours as a share, e.g. '-0.0042'; renders only when it shows differently. */
export function useDayChange(symbol: MarketSymbol): string | null {
  const store = topicStore<FeedDetail>(feedTopics.detail(symbol));
  return useSyncExternalStore(store.subscribe, () => changeOf(store.get()?.open, store.get()?.close));
}

/** The order book: pairs of price and size, best first. Another coin's is let go at once. */
export const useBook = (symbol: MarketSymbol, step: DepthStep = 'step0'): FeedDepth | undefined =>
  useLive(topicStore<FeedDepth>(feedTopics.depth(symbol, step), { isForgotten: true }));

/** The latest filled trades, newest first. */
export const useTape = (symbol: MarketSymbol): readonly FilledTrade[] => useLive(tapeOf(symbol));
