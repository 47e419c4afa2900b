// The two sockets: `/ws` (and `/feed`), public market data in the HTX protocol, and `/notify`, events for screens and for one account.
import { z } from 'zod';
import type { MarketSymbol } from './coins.ts';
import type { CandlePeriod, DepthStep } from './market.ts';
import { indexSource, indexSources, tickGaps } from './market-index.ts';
import type { NotifyEvent } from './notify-events.ts';
import type { Facts, RefusalCode } from './refusals.ts';

export const marketFeedPath = '/ws';
/** Where clients of HTX look for books as changes in sequence; the same topics are served at both places. */
export const bookFeedPath = '/feed';
export const notifyPath = '/notify';

export const feedLimits = {
  /** Subscriptions of one connection to /ws. */
  topicsPerConnection: 64,
  /** Length of a message that a client sends. */
  messageBytes: 4096,
  /** Messages that a client sends, each kind counted; as many may come at once. */
  messagesPerSecond: 20,
  /** Least time between two `req` of one connection. */
  requestIntervalMs: 100,
  pingIntervalMs: 5_000,
  /** Pings in a row without an answer; the connection ends when the next one would be due. */
  unansweredPings: 2,
  /** What may wait for one client that reads too slowly. */
  queueBytes: 1_048_576,
  /** Connections without a session, of one address; of IPv6 all that share their first 64 bits. */
  connectionsPerAddress: 32,
  /** Connections that were opened with a session, of one account. They do not count for the address. */
  connectionsPerAccount: 16,
  /** What may be on its way to a client before it shows that it has read: by answering a ping of either kind. */
  unreadBytes: 65_536,
  /** How long a client may leave such a ping unanswered; then the connection ends. */
  unreadMaxMs: 15_000,
} as const;

/** When candles may begin that are asked for, epoch seconds: the range that HTX accepts. */
export const candleRange = { first: 1_501_174_800, last: 2_556_115_200 } as const;

/** Close codes of our own; the reason says the same in words. */
export const feedCloseCodes = {
  /** The session was ended or revoked: log in before connecting again. */
  sessionEnded: 4401,
  pingsUnanswered: 4408,
  readTooSlowly: 4413,
  tooManyMessages: 4429,
  /** The server is full, and this address or account holds more connections than another that wants one. */
  roomNeeded: 4453,
} as const;

export const feedTopics = {
  kline: (symbol: MarketSymbol, period: CandlePeriod) => `market.${symbol}.kline.${period}` as const,
  depth: (symbol: MarketSymbol, step: DepthStep = 'step0') => `market.${symbol}.depth.${step}` as const,
  trades: (symbol: MarketSymbol) => `market.${symbol}.trade.detail` as const,
  detail: (symbol: MarketSymbol) => `market.${symbol}.detail` as const,
  bbo: (symbol: MarketSymbol) => `market.${symbol}.bbo` as const,
  /** Ours: each source of the index price as it stands, once a second. */
  sources: (symbol: MarketSymbol) => `market.${symbol}.sources` as const,
};

/** A JSON number, kept as the text it was sent in: exponents and 27-digit ids survive. Read prices with parseMarketNumber. */
export const exactNumber = z.string().regex(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/);
const level = z.tuple([exactNumber, exactNumber]);

/** id: start of the candle in seconds. amount: base volume. vol: quote volume. */
export const feedKline = z.object({
  id: exactNumber, open: exactNumber, close: exactNumber, low: exactNumber, high: exactNumber,
  amount: exactNumber, vol: exactNumber, count: exactNumber,
}); // oxfmt-ignore
/** Pairs of price and size; bids from the highest, asks from the lowest. */
export const feedDepth = z.object({
  bids: z.array(level),
  asks: z.array(level),
  version: exactNumber,
  ts: exactNumber,
});
/** direction: the side of the taker. */
export const feedTrades = z.object({
  id: exactNumber,
  ts: exactNumber,
  data: z.array(
    z.object({
      id: exactNumber,
      tradeId: exactNumber,
      ts: exactNumber,
      amount: exactNumber,
      price: exactNumber,
      direction: z.enum(['buy', 'sell']),
    }),
  ),
});
/** The last 24 hours. */
export const feedDetail = z.object({
  id: exactNumber, low: exactNumber, high: exactNumber, open: exactNumber, close: exactNumber,
  amount: exactNumber, vol: exactNumber, count: exactNumber,
}); // oxfmt-ignore
export const feedBbo = z.object({
  symbol: z.string(), quoteTime: exactNumber, bid: exactNumber, bidSize: exactNumber, ask: exactNumber,
  askSize: exactNumber, seqId: exactNumber,
}); // oxfmt-ignore

/** As getIndexSources answers. */
export const feedSources = indexSources.extend({
  gaps: tickGaps.extend({ count: exactNumber, largest_ms: exactNumber.nullable() }),
  sources: z.array(indexSource.extend({ age_ms: exactNumber.nullable() })),
});

export type FeedKline = z.infer<typeof feedKline>;
export type FeedDepth = z.infer<typeof feedDepth>;
export type FeedTrades = z.infer<typeof feedTrades>;
export type FeedDetail = z.infer<typeof feedDetail>;
export type FeedBbo = z.infer<typeof feedBbo>;
export type FeedSources = z.infer<typeof feedSources>;

/** What a topic's messages hold. */
export type TickOf<Topic extends string> = Topic extends `${string}.kline.${string}`
  ? FeedKline
  : Topic extends `${string}.depth.${string}`
    ? FeedDepth
    : Topic extends `${string}.trade.detail`
      ? FeedTrades
      : Topic extends `${string}.detail`
        ? FeedDetail
        : Topic extends `${string}.bbo`
          ? FeedBbo
          : Topic extends `${string}.sources`
            ? FeedSources
            : unknown;

/** Rooms that anyone may join. */
export const publicRooms = ['home'] as const;
/** The client's own room, whoever it is logged in as. */
export const ownRoom = 'account';

/** What a client says on /notify. `leave` without a room leaves all. */
export const notifyRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('join'), room: z.string().min(1).max(80) }),
  z.strictObject({ action: z.literal('leave'), room: z.string().min(1).max(80).optional() }),
  z.strictObject({ action: z.literal('ping') }),
  z.strictObject({ action: z.literal('pong') }),
]);
export type NotifyRequest = z.infer<typeof notifyRequest>;

/** What the server answers; everything else on /notify is an event. */
export type NotifyReply =
  | { action: 'joined'; room: string }
  | { action: 'left'; room?: string }
  | { action: 'ping' | 'pong' }
  | { action: 'refused'; code: RefusalCode; facts: Facts; room?: string };

/** ts: when the server sent it, ms. */
export type FeedListener<Tick> = (tick: Tick, ts: number) => void;

export interface MarketFeed {
  /** Calls the listener with each message of the topic, from its last known one on; returns the function that ends it. */
  subscribe: <Topic extends string>(topic: Topic, listener: FeedListener<TickOf<Topic>>) => () => void;
  /** Asks once; from and to in epoch seconds. Rejects with the server's error text. */
  request(topic: string, range?: { from?: number; to?: number }): Promise<unknown>;
  close(): void;
}

export interface Notifications {
  /** Calls the listener with every event of the joined rooms; returns the function that leaves it. */
  join(room: string, listener: (event: NotifyEvent) => void): () => void;
  close(): void;
}
