// What any source of prices gives to the market, whatever its protocol.
import type { CandlePeriod, CoinCode, Wad } from '@candor/wire';
import type { MarketSource } from '../market.ts';

export type Level = readonly [price: Wad, size: Wad];

/** A whole order book: bids fall, asks rise, and they do not cross. */
export interface Book {
  bids: readonly Level[];
  asks: readonly Level[];
  /** The first of each side, where those can be had without drawing all of them. */
  best?(): { bid: Level; ask: Level };
  /** Grows with every newer book. */
  version: number;
  /** When it was drawn at the source, ms. */
  at: number;
}

/** The first of each side, if it has any. */
export const bestOf = (book: Book): { bid: Level | undefined; ask: Level | undefined } =>
  book.best?.() ?? { bid: book.bids[0], ask: book.asks[0] };

export interface Trade {
  /** ID of the trade within its coin; on HTX and in the simulation a number that increases with time. */
  tradeId: string;
  /** The source's long id of it, digits only. */
  id: string;
  at: number;
  price: Wad;
  amount: Wad;
  /** The side of the taker. */
  direction: 'buy' | 'sell';
}

export interface Candle {
  /** Start in seconds. */
  start: number;
  open: Wad;
  high: Wad;
  low: Wad;
  close: Wad;
  /** In coins. */
  amount: Wad;
  /** In USDT. */
  volume: Wad;
  count: number;
}

/** Rolling figures of 24 hours as the source has them. */
export type DayDetail = Omit<Candle, 'start'>;

export interface SourceListener {
  book(coin: CoinCode, book: Book): void;
  /** New trades, each once, oldest first. */
  trades(coin: CoinCode, trades: readonly Trade[]): void;
  detail(coin: CoinCode, detail: DayDetail): void;
  /** A one-minute candle that is over. */
  minute(coin: CoinCode, candle: Candle): void;
  /** Data of this coin flows again after an interruption that began at `sinceMs`. */
  recovered(coin: CoinCode, sinceMs: number): void;
}

export interface Source {
  name: MarketSource;
  connect(listener: SourceListener): void;
  close(): Promise<void>;
  /** Up to `count` candles, the newest (running) one last. Empty for a coin that the source does not trade. */
  history(coin: CoinCode, period: CandlePeriod, count: number): Promise<Candle[]>;
  /** How many candles of a period it is reasonable to ask for at the first start. */
  historyMax: number;
  /** Whether its history is made from the trades that it sent: where history and the counted trades differ, history is right. */
  isRecord: boolean;
}

/** The part of a source that provides historical candles. */
export type CandleHistory = Pick<Source, 'history' | 'historyMax' | 'isRecord'>;
