// What an exchange is to the index price: best bid and ask, and last trades, of the coins that it trades.
import type { CoinCode, VenueName, Wad } from '@candor/wire';
import type { Protocol, TopicName } from './protocol.ts';

/** A coin's price, or that of a USDT in dollars, by which prices in dollars are converted. */
export type Pair = CoinCode | 'USDT';

export interface Quote {
  bid: Wad;
  bidSize: Wad;
  ask: Wad;
  askSize: Wad;
}

export interface Print {
  price: Wad;
  amount: Wad;
  /** The exchange's own time of the trade, ms. */
  at: number;
}

/** What one message says of one market. */
export interface QuoteUpdate {
  quote?: Quote;
  prints?: readonly Print[];
  /** When the exchange sent it, by its own clock; left out where the message does not say. */
  sentAt?: number;
}

export interface Venue {
  name: VenueName;
  /** Dollars are converted; a tether is not taken for a dollar. */
  quotes: 'USDT' | 'USD';
  /** How the exchange writes each market that it has. */
  symbols: ReadonlyMap<Pair, string>;
  topicsOf(symbol: string): readonly TopicName[];
  /** The market that a topic belongs to, as the exchange writes it. */
  symbolOf(topic: string): string;
  createProtocol(): Protocol<QuoteUpdate>;
}
