// Live data for the smallest cell: each hook renders its component again only when its own value has changed.
import { coinOfSymbol, feedTopics } from '@candor/wire';
import type { DepthStep, FeedDepth, FeedDetail, MarketSymbol } from '@candor/wire';
import { useMemo, useSyncExternalStore } from 'react';
import { changeOf } from '../ui/change.tsx';
import { usePace } from '../ui/pace.tsx';
import type { Pace } from '../ui/pace.tsx';
import type { Source } from '../ui/ticking-text.tsx';
import { topicStore } from './feed.ts';
import { createLiveStore } from './frame.ts';
import type { LiveStore } from './frame.ts';
import { tapeOf } from './tape.ts';
import type { FilledTrade } from './tape.ts';

const ways = { atOnce: 'subscribe', calm: 'subscribeCalmly', held: 'hold' } as const;
/** How to follow a store at the pace of this place. */
const useWay = (): (typeof ways)[Pace] => ways[usePace()];

export const useLive = <Value>(store: Omit<LiveStore<Value>, 'set'>): Value =>
  useSyncExternalStore(store[useWay()], store.get);

type Derive<Value> = (tick: FeedDetail | undefined) => Value;

/** Of a coin that this app does not know: nothing is asked for. */
const noTicks = createLiveStore<FeedDetail | undefined>(undefined);

/** What follows from the newest of a store, at the pace of this place. `derive` stays the same from one drawing to the next. */
export function useSource<Value, Derived>(store: LiveStore<Value>, derive: (value: Value) => Derived): Source<Derived> {
  const way = useWay();
  return useMemo(() => ({ get: derived(store, derive), subscribe: store[way] }), [store, derive, way]);
}

export function useTickSource<Value>(symbol: MarketSymbol | undefined, derive: Derive<Value>): Source<Value> {
  const isKnown = symbol !== undefined && coinOfSymbol(symbol) !== undefined;
  return useSource(isKnown ? topicStore<FeedDetail>(feedTopics.detail(symbol)) : noTicks, derive);
}

/** Found out once for each value: React asks three times before it has drawn a change. */
function derived<Value, Derived>(store: LiveStore<Value>, derive: (value: Value) => Derived): () => Derived {
  let last: { value: Value; derived: Derived } | undefined;
  return () => {
    const value = store.get();
    if (last?.value !== value || !last) last = { value, derived: derive(value) };
    return last.derived;
  };
}

function useTick<Value>(symbol: MarketSymbol | undefined, derive: Derive<Value>): Value {
  const { get, subscribe } = useTickSource(symbol, derive);
  return useSyncExternalStore(subscribe, get);
}

/** The last 24 hours of a coin as the market sends them: decimal text in open, close, high, low, amount, vol. */
export const useTicker = (symbol: MarketSymbol): FeedDetail | undefined =>
  useLive(topicStore<FeedDetail>(feedTopics.detail(symbol)));

/** The present price; undefined until the first message, and of a coin that is not known. */
export const usePrice = (symbol: MarketSymbol | undefined): string | undefined => useTick(symbol, closeOf);
const closeOf = (tick: FeedDetail | undefined): string | undefined => tick?.close;

/** The change of 24 hours as a share, e.g. '-0.0042'; renders only when it shows differently. */
export const useDayChange = (symbol: MarketSymbol): string | null => useTick(symbol, dayChangeOf);
export const dayChangeOf = (tick: FeedDetail | undefined): string | null => changeOf(tick?.open, tick?.close);

/** The order book: pairs of price and size, best first. Another coin's is let go at once. */
export const useBook = (symbol: MarketSymbol, step: DepthStep = 'step0'): FeedDepth | undefined =>
  useLive(topicStore<FeedDepth>(feedTopics.depth(symbol, step), { isForgotten: true }));

/** The latest filled trades, newest first. */
export const useTape = (symbol: MarketSymbol): readonly FilledTrade[] => useLive(tapeOf(symbol));
