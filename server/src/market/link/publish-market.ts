// The market as it leaves the process that decides: every tick, trade and candle at once, books ten times a second at most.
import { coinCodes } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { createJob, type Job } from '../../kit/jobs.ts';
import type { Links, Peer } from '../../kit/link.ts';
import type { MarketListener, RunningTickMarket } from '../create-tick-market.ts';
import type { IndexVerdict } from '../index/index-price.ts';
import { keepTrades, newLatestOfAll, recentTrades } from '../topics/latest.ts';
import type { Tick } from '../market.ts';
import type { Book, Candle, DayDetail, Trade } from '../sources/source.ts';

/** A book with all its levels drawn. */
export interface PublishedBook {
  coin: CoinCode;
  book: Pick<Book, 'bids' | 'asks' | 'version' | 'at'>;
}

declare module '../../kit/link.ts' {
  interface Posts {
    'market.ticks': readonly Tick[];
    'market.books': readonly PublishedBook[];
    'market.trades': { coin: CoinCode; trades: readonly Trade[] };
    'market.detail': { coin: CoinCode; detail: DayDetail };
    'market.minute': { coin: CoinCode; candle: Candle };
    'market.held': readonly CoinCode[];
    'market.recovered': { coin: CoinCode; sinceMs: number };
    'market.standing': { isWriting: boolean; verdicts: ReadonlyMap<CoinCode, IndexVerdict> };
  }
  interface Questions {
    /** Answered when all ticks up to then have been published. */
    'market.final': { ask: number; answer: true };
  }
}

export interface MarketPublisher {
  listener: MarketListener;
  /** Returns what it does from then on. */
  start(parts: Pick<RunningTickMarket, 'market' | 'index' | 'isWriting'> & { clock: Clock }): Job[];
}

const booksEveryMs = 100;
const standingEveryMs = 500;

export function publishMarket(link: Links): MarketPublisher {
  const latestOfAll = newLatestOfAll();
  const published = new Map<CoinCode, Book>();
  let held: readonly CoinCode[] = [];

  function publishBooks(): void {
    if (!link.isUp() || link.isClogged()) return;
    const books: PublishedBook[] = [];
    for (const [coin, { book }] of latestOfAll) {
      if (!book || published.get(coin) === book) continue;
      published.set(coin, book);
      books.push(publishedBook(coin, book));
    }
    if (books.length > 0) link.post('market.books', books);
  }

  link.onUp((peer) => sendAll(peer, latestOfAll, held));
  return {
    listener: {
      ticks: (ticks) => link.post('market.ticks', ticks),
      held: (coins) => link.post('market.held', (held = coins)),
      book: (coin, book) => void (latestOfAll.get(coin)!.book = book),
      trades(coin, trades) {
        keepTrades(latestOfAll.get(coin)!, trades);
        link.post('market.trades', { coin, trades });
      },
      detail(coin, detail) {
        latestOfAll.get(coin)!.detail = detail;
        link.post('market.detail', { coin, detail });
      },
      minute: (coin, candle) => link.post('market.minute', { coin, candle }),
      recovered: (coin, sinceMs) => link.post('market.recovered', { coin, sinceMs }),
    },
    start({ market, index, isWriting, clock }) {
      link.onAsk('market.final', (atMs) => market.finalUpTo(atMs).then(() => true as const));
      const publishStanding = (): void => {
        if (!link.isUp() || link.isClogged()) return;
        const now = clock.now();
        const verdicts = new Map(coinCodes.map((coin) => [coin, index.verdictOf(coin, now)]));
        link.post('market.standing', { isWriting: isWriting(), verdicts });
      };
      publishStanding();
      link.onUp(publishStanding);
      return [
        createJob({ name: 'send-books', role: 'engine', every: booksEveryMs, run: publishBooks }),
        createJob({ name: 'send-standing', role: 'engine', every: standingEveryMs, run: publishStanding }),
      ];
    },
  };
}

/** Sends the current state to a newly connected peer, which missed everything that was published before. */
function sendAll(peer: Peer, latestOfAll: ReturnType<typeof newLatestOfAll>, held: readonly CoinCode[]): void {
  peer.post('market.held', held);
  for (const [coin, latest] of latestOfAll) {
    const trades = recentTrades(latest);
    if (trades.length > 0) peer.post('market.trades', { coin, trades });
    if (latest.detail) peer.post('market.detail', { coin, detail: latest.detail });
    if (latest.book) peer.post('market.books', [publishedBook(coin, latest.book)]);
  }
}

const publishedBook = (coin: CoinCode, { bids, asks, version, at }: Book): PublishedBook => ({
  coin,
  book: { bids, asks, version, at },
});
