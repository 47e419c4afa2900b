// The newest of everything that a source said about a coin: book, trades and its 24-hour figures.
import { coinCodes } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import type { Book, DayDetail, Trade } from '../sources/source.ts';

export interface Latest {
  book: Book | undefined;
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
  trades: [],
  detail: undefined,
  detailArrivedAt: 0,
});

export function keepTrades(latest: Latest, trades: readonly Trade[]): void {
  latest.trades.push(...trades);
  if (latest.trades.length > tradesKept * 2) latest.trades = latest.trades.slice(-tradesKept);
}

export const recentTrades = (latest: Latest): readonly Trade[] => latest.trades.slice(-tradesKept);
