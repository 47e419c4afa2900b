// The newest of everything that a source said about a coin: book, trades and its 24-hour figures.
import { coinCodes } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import type { Book, DayDetail, Trade } from './sources/source.ts';

export interface Latest {
  book: Book | undefined;
  bookArrivedAt: number;
  /** The youngest by its own time; a time in the future counts as the time of arrival. */
  lastTrade: { trade: Trade; countsFrom: number } | undefined;
  /** Newest last. */
  trades: Trade[];
  detail: DayDetail | undefined;
  detailArrivedAt: number;
}

export const tradesKept = 300;

export type LatestOfAll = ReadonlyMap<CoinCode, Latest>;

export const newLatestOfAll = (): LatestOfAll => new Map(coinCodes.map((coin) => [coin, newLatest()]));

const newLatest = (): Latest => ({
  book: undefined,
  bookArrivedAt: 0,
  lastTrade: undefined,
  trades: [],
  detail: undefined,
  detailArrivedAt: 0,
});

export function keepTrades(latest: Latest, trades: readonly Trade[], now: number): void {
  for (const trade of trades) {
    const countsFrom = Math.min(trade.at, now);
    if (!latest.lastTrade || countsFrom >= latest.lastTrade.countsFrom) latest.lastTrade = { trade, countsFrom };
    latest.trades.push(trade);
  }
  if (latest.trades.length > tradesKept * 2) latest.trades = latest.trades.slice(-tradesKept);
}

export const recentTrades = (latest: Latest): readonly Trade[] => latest.trades.slice(-tradesKept);
