// Live data for the smallest cell: each hook renders its component again only when its own value has changed.
import { feedTopics } from '@candor/wire';
import type { DepthStep, FeedDepth, FeedDetail, FeedTrades, MarketSymbol } from '@candor/wire';
import { useSyncExternalStore } from 'react';
import { changeOf } from '../../ui/change.tsx';
import { feed, noteServerTime, topicStore } from './feed.ts';
import { createLiveStore } from './frame.ts';
import type { LiveStore } from './frame.ts';

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

/** The order book: pairs of price and size, best first. */
export const useBook = (symbol: MarketSymbol, step: DepthStep = 'step0'): FeedDepth | undefined =>
  useLive(topicStore<FeedDepth>(feedTopics.depth(symbol, step)));

export type FilledTrade = FeedTrades['data'][number];
/** Filled trades kept of a coin. */
export const tradesKept = 30;
const none: readonly FilledTrade[] = [];
const tapes = new Map<MarketSymbol, LiveStore<readonly FilledTrade[]>>();

/** The latest filled trades, newest first. Empties when nobody has looked at the coin for a while. */
export const useTape = (symbol: MarketSymbol): readonly FilledTrade[] => useLive(tapeOf(symbol));

function tapeOf(symbol: MarketSymbol): LiveStore<readonly FilledTrade[]> {
  const known = tapes.get(symbol);
  if (known) return known;
  const store = createLiveStore(none, {
    onUsed() {
      const end = feed().subscribe(feedTopics.trades(symbol), ({ data }: FeedTrades, ts) => {
        noteServerTime(ts);
        const seen = new Set(store.get().map(({ id }) => id));
        const fresh = data.filter(({ id }) => !seen.has(id)).toSorted((left, right) => (left.ts < right.ts ? 1 : -1));
        store.set([...fresh, ...store.get()].slice(0, tradesKept));
      });
      return () => {
        end();
        store.set(none);
      };
    },
  });
  tapes.set(symbol, store);
  return store;
}
