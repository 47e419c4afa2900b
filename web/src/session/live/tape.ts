// The latest filled trades of each coin that is looked at; a coin that is left is unsubscribed at once and its list cleared.
import { feedTopics } from '@candor/wire';
import type { FeedTrades, MarketSymbol } from '@candor/wire';
import { feed, noteServerTime } from './feed.ts';
import { createLiveStore } from './frame.ts';
import type { LiveStore } from './frame.ts';

export type FilledTrade = FeedTrades['data'][number];
/** Filled trades kept of a coin. */
export const tradesKept = 30;
const none: readonly FilledTrade[] = [];
const tapes = new Map<MarketSymbol, LiveStore<readonly FilledTrade[]>>();

export function tapeOf(symbol: MarketSymbol): LiveStore<readonly FilledTrade[]> {
  const known = tapes.get(symbol);
  if (known) return known;
  const store = createLiveStore(none, {
    keptMs: 0,
    onUsed() {
      const end = feed().subscribe(feedTopics.trades(symbol), ({ data }: FeedTrades, ts) => {
        noteServerTime(ts);
        store.set(withTrades(store.get(), data));
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

/** Newest first, each once: after a reconnection the last known trades come again. */
export function withTrades(kept: readonly FilledTrade[], more: readonly FilledTrade[]): readonly FilledTrade[] {
  const seen = new Set(kept.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !seen.has(id)).toSorted((left, right) => (left.ts < right.ts ? 1 : -1));
  return [...fresh, ...kept].slice(0, tradesKept);
}
