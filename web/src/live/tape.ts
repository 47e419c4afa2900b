// The latest filled trades of each coin that is looked at: those before one looked, then each as it comes. A coin that is left is
// unsubscribed at once and its list cleared.
import { feedTopics } from '@candor/wire';
import type { FeedTrades, MarketSymbol } from '@candor/wire';
import { serverClock } from '../device/server-clock.ts';
import { feed } from './feed.ts';
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
      let isLeft = false;
      const end = feed().subscribe(feedTopics.trades(symbol), ({ data }: FeedTrades, ts) => {
        serverClock.note(ts);
        store.set(withTrades(store.get(), data));
      });
      const fill = (data: unknown): void => {
        if (!isLeft && Array.isArray(data)) store.set(withTrades(store.get(), (data as FilledTrade[]).toReversed()));
      };
      // Without an answer the list fills as trades come.
      feed()
        .request(feedTopics.trades(symbol), {})
        .then(fill, () => undefined);
      return () => {
        isLeft = true;
        end();
        store.set(none);
      };
    },
  });
  tapes.set(symbol, store);
  return store;
}

/**
 * `more` as it happened, oldest first; what comes back is newest first, each once. After a reconnection the last known trades
 * come again, and those from before one looked may come after the first new ones.
 */
export function withTrades(kept: readonly FilledTrade[], more: readonly FilledTrade[]): readonly FilledTrade[] {
  const seen = new Set(kept.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !seen.has(id)).toReversed();
  // Sorting keeps the order of one moment's trades.
  return [...fresh, ...kept].toSorted(byTime).slice(0, tradesKept);
}

/** Instants are epoch ms as text, all of one length. */
const byTime = (left: FilledTrade, right: FilledTrade): number =>
  left.ts < right.ts ? 1 : left.ts > right.ts ? -1 : 0;
