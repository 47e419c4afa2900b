// Live data for the smallest cell: each hook renders its component again only when its own value has changed.
import { feedTopics } from '@candor/wire';
import type { DepthStep, FeedDepth, FeedDetail, MarketSymbol } from '@candor/wire';
import { useMemo, useSyncExternalStore } from 'react';
import { changeOf } from '../../ui/change.tsx';
import { usePace } from '../../ui/pace.tsx';
import type { Pace } from '../../ui/pace.tsx';
import { topicStore } from './feed.ts';
import type { LiveStore } from './frame.ts';
import { tapeOf } from './tape.ts';
import type { FilledTrade } from './tape.ts';

const ways = { atOnce: 'subscribe', calm: 'subscribeCalmly', held: 'hold' } as const;
/** How to follow a store at the pace of this place. */
export const useWay = (): (typeof ways)[Pace] => ways[usePace()];

export const useLive = <Value>(store: LiveStore<Value>): Value => useSyncExternalStore(store[useWay()], store.get);

/** What follows from a value, found out once for each: React asks three times before it has drawn a change. */
export function derived<Value, Derived>(store: LiveStore<Value>, derive: (value: Value) => Derived): () => Derived {
  let last: { value: Value; derived: Derived } | undefined;
  return () => {
    const value = store.get();
    if (last?.value !== value || !last) last = { value, derived: derive(value) };
    return last.derived;
  };
}

/** The last 24 hours of a coin as the market sends them: decimal text in open, close, high, low, amount, vol. */
export const useTicker = (symbol: MarketSymbol): FeedDetail | undefined =>
  useLive(topicStore<FeedDetail>(feedTopics.detail(symbol)));

/** The present price; undefined until the first message. */
export function usePrice(symbol: MarketSymbol): string | undefined {
  const store = topicStore<FeedDetail>(feedTopics.detail(symbol));
  return useSyncExternalStore(store[useWay()], () => store.get()?.close);
}

/** The change of 24 hours as a share, e.g. '-0.0042'; renders only when it shows differently. */
export function useDayChange(symbol: MarketSymbol): string | null {
  const store = topicStore<FeedDetail>(feedTopics.detail(symbol));
  const get = useMemo(() => derived(store, (tick) => changeOf(tick?.open, tick?.close)), [store]);
  return useSyncExternalStore(store[useWay()], get);
}

/** The order book: pairs of price and size, best first. Another coin's is let go at once. */
export const useBook = (symbol: MarketSymbol, step: DepthStep = 'step0'): FeedDepth | undefined =>
  useLive(topicStore<FeedDepth>(feedTopics.depth(symbol, step), { isForgotten: true }));

/** The latest filled trades, newest first. */
export const useTape = (symbol: MarketSymbol): readonly FilledTrade[] => useLive(tapeOf(symbol));
