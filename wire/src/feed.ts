// The two sockets: `/ws`, public market data in the HTX protocol, and `/notify`, events for screens and for one account.
import { z } from 'zod';
import type { MarketSymbol } from './coins.ts';
import { openMarketFeed } from './market-feed-client.ts';
import type { CandlePeriod, DepthStep } from './market.ts';
import { indexSource, indexSources } from './market-index.ts';
import { openNotifications } from './notify-client.ts';
import type { SocketOptions, SocketState } from './reconnecting-socket.ts';
import type { Facts, RefusalCode } from './refusals.ts';

export const marketFeedPath = '/ws';
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
}); // prettier-ignore
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
      id: exactNumber, tradeId: exactNumber, ts: exactNumber, amount: exactNumber, price: exactNumber,
      direction: z.enum(['buy', 'sell']),
    }), // prettier-ignore
  ),
});
/** The last 24 hours. */
export const feedDetail = z.object({
  id: exactNumber, low: exactNumber, high: exactNumber, open: exactNumber, close: exactNumber,
  amount: exactNumber, vol: exactNumber, count: exactNumber,
}); // prettier-ignore
export const feedBbo = z.object({
  symbol: z.string(), quoteTime: exactNumber, bid: exactNumber, bidSize: exactNumber, ask: exactNumber,
  askSize: exactNumber, seqId: exactNumber,
}); // prettier-ignore

/** As getIndexSources answers. */
export const feedSources = indexSources.extend({
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

/** What the server answers; everything else on /notify is an event with an action of its own, e.g. `layer`. */
export type NotifyReply =
  | { action: 'joined'; room: string }
  | { action: 'left'; room?: string }
  | { action: 'ping' | 'pong' }
  | { action: 'refused'; code: RefusalCode; facts: Facts; room?: string };

export interface NotifyEvent {
  action: string;
  [field: string]: unknown;
}

export interface FeedClientOptions {
  /** Of the server, with http or https. */
  baseUrl: string;
  /** The cookie header, for Node; browsers send their own. */
  cookies?: () => string;
  onState?: (state: SocketState) => void;
  /** A topic or room that the server does not give, with its reason. */
  onRefused?: (name: string, reason: string) => void;
}

/** ts: when the server sent it, ms. */
export type FeedListener<Tick> = (tick: Tick, ts: number) => void;

export interface MarketFeed {
  /** Calls the listener with each message of the topic, from its last known one on; returns the function that ends it. */
  subscribe<Topic extends string>(topic: Topic, listener: FeedListener<TickOf<Topic>>): () => void;
  /** Asks once; from and to in epoch seconds. Rejects with the server's error text. */
  request(topic: string, range?: { from?: number; to?: number }): Promise<unknown>;
  close(): void;
}

export interface Notifications {
  /** Calls the listener with every event of the joined rooms; returns the function that leaves it. */
  join(room: string, listener: (event: NotifyEvent) => void): () => void;
  close(): void;
}

/** Comes back by itself after a lost connection and subscribes again. */
export const connectMarketFeed = (options: FeedClientOptions): MarketFeed =>
  openMarketFeed({ ...socketOptions(marketFeedPath, options), onRefused: options.onRefused });

/** Comes back by itself and joins again, but not when the session has ended: then its state is `closed`. */
export const connectNotifications = (options: FeedClientOptions): Notifications =>
  openNotifications({
    ...socketOptions(notifyPath, options),
    onRefused: options.onRefused,
    sessionEnded: feedCloseCodes.sessionEnded,
  });

const socketOptions = (path: string, { baseUrl, cookies, onState }: FeedClientOptions): SocketOptions => ({
  url: baseUrl.replace(/^http/, 'ws') + path,
  cookies,
  onState,
});
