// The market as it arrives at a process that shows it.
import type { CoinCode } from '@candor/wire';
import type { Link } from '../../kit/link.ts';
import type { MarketListener } from '../create-tick-market.ts';
import type { Finality } from '../archive/finality.ts';
import { boundOf } from '../index/index-price.ts';
import { tradesKept } from '../topics/latest.ts';
import type { IndexPrices, IndexVerdict } from '../index/index-price.ts';

export interface FollowedMarket {
  index: Pick<IndexPrices, 'verdictOf'>;
  finality: Finality;
  /** Whether ticks are written here, or by another server. */
  isWriting: () => boolean;
  /** The listener is called from now on. */
  start: (listener: MarketListener) => void;
}

const nothingKnown: Omit<IndexVerdict, 'bound'> = { price: undefined, sources: [] };

export function followMarket(link: Link): FollowedMarket {
  let verdicts: ReadonlyMap<CoinCode, IndexVerdict> = new Map();
  let newestMs = 0;
  let isWriting = false;
  link.onPost('market.standing', (standing) => ({ isWriting, verdicts } = standing));

  // Ticks come in the order of their time, so one that is later says that no earlier one is still to come.
  const isFinalUpTo = (atMs: number): boolean => newestMs > atMs;

  /** A connection that is made again, after a gap or by the next engine, begins with trades that may be known. */
  const known = new Map<CoinCode, Set<string>>();
  function isNew(coin: CoinCode, tradeId: string): boolean {
    const ids = known.get(coin) ?? new Set();
    if (ids.has(tradeId)) return false;
    known.set(coin, ids.add(tradeId));
    if (ids.size > tradesKept * 2) ids.delete(ids.values().next().value!);
    return true;
  }

  return {
    index: { verdictOf: (coin) => verdicts.get(coin) ?? { ...nothingKnown, bound: boundOf(coin) } },
    finality: {
      isFinalUpTo,
      finalUpTo: async (atMs) => {
        if (!isFinalUpTo(atMs)) await link.ask('market.final', atMs);
      },
    },
    isWriting: () => link.isUp() && isWriting,
    start(listener) {
      link.onPost('market.ticks', (ticks) => {
        listener.ticks(ticks);
        newestMs = Math.max(newestMs, ticks.at(-1)!.publishedAt);
      });
      link.onPost('market.held', listener.held);
      link.onPost('market.books', (books) => books.forEach(({ coin, book }) => listener.book(coin, book)));
      link.onPost('market.trades', ({ coin, trades }) => {
        const fresh = trades.filter(({ tradeId }) => isNew(coin, tradeId));
        if (fresh.length > 0) listener.trades(coin, fresh);
      });
      link.onPost('market.detail', ({ coin, detail }) => listener.detail(coin, detail));
      link.onPost('market.minute', ({ coin, candle }) => listener.minute(coin, candle));
      link.onPost('market.recovered', ({ coin, sinceMs }) => listener.recovered(coin, sinceMs));
    },
  };
}
