// For tests: a source whose every message the test sends itself, and a hub that writes down what it is given.
import { coinCodes, wad } from '@candor/wire';
import type { CandlePeriod, CoinCode, VenueName, Wad } from '@candor/wire';
import type { Hub, TopicKind, TopicProvider } from '../feed/hub.ts';
import { periodStart } from './candles/candle-periods.ts';
import type { Book, Candle, Source, SourceListener, Trade } from './sources/source.ts';
import type { QuoteSource } from './sources/venue-source.ts';
import type { QuoteUpdate, Pair } from './sources/venue.ts';

export interface ScriptedSource extends Source {
  listener: SourceListener;
  price(coin: CoinCode, text: string, at: number): void;
  past: (coin: CoinCode, period: CandlePeriod, count: number) => Candle[];
}

export function scriptedSource(): ScriptedSource {
  const source: ScriptedSource = {
    name: 'simulated',
    historyMax: 100,
    isRecord: true,
    listener: undefined as unknown as SourceListener,
    connect: (listener) => void (source.listener = listener),
    close: () => Promise.resolve(),
    past: () => [],
    history: (coin, period, count) => Promise.resolve(source.past(coin, period, count)),
    price: (coin, text, at) => source.listener.book(coin, bookAt(text, at)),
  };
  return source;
}

/** A book whose two best prices have this mean. */
export function bookAt(text: string, at: number): Book {
  const price = wad(text);
  const half = price / 10_000n;
  const size = wad('1');
  return { bids: [[(price - half) as Wad, size]], asks: [[(price + half) as Wad, size]], version: at, at };
}

/** A quote whose middle is this price. */
export function quoteAt(text: string, sentAt?: number): QuoteUpdate {
  const middle = wad(text);
  const half = middle / 100_000n;
  const quote = { bid: (middle - half) as Wad, bidSize: wad('1'), ask: (middle + half) as Wad, askSize: wad('2') };
  return { quote, ...(sentAt !== undefined && { sentAt }) };
}

export interface ScriptedVenue extends QuoteSource {
  say: (pair: Pair, update: QuoteUpdate) => void;
}

export function scriptedVenue(name: VenueName): ScriptedVenue {
  const venue: ScriptedVenue = {
    name,
    quotes: 'USDT',
    pairs: new Set(coinCodes),
    say: () => undefined,
    connect: (listener) => void (venue.say = listener),
    close: () => Promise.resolve(),
  };
  return venue;
}

export const tradeAt = (tradeId: number, text: string, at: number): Trade => ({
  tradeId: String(tradeId),
  id: String(tradeId),
  at,
  price: wad(text),
  amount: wad('0.5'),
  direction: 'buy',
});

export interface RecordingHub extends Hub {
  published: { topic: string; kind: TopicKind; tick: string }[];
  notified: { room: string; message: Record<string, unknown> }[];
  provider: TopicProvider | undefined;
}

export function recordingHub(subscribed: (topic: string) => boolean = () => true): RecordingHub {
  const hub: RecordingHub = {
    published: [],
    notified: [],
    provider: undefined,
    serve: (provider) => void (hub.provider = provider),
    hasSubscribers: subscribed,
    publish: (topic, kind, tick) => void hub.published.push({ topic, kind, tick }),
    notify: (room, make) => void hub.notified.push({ room, message: make() }),
    openSessions: () => [],
    endSession: () => undefined,
  };
  return hub;
}

/** The newest of a length, oldest first; all the same but for their start. */
export function pastCandles(period: CandlePeriod, count: number, nowMs: number): Candle[] {
  const candles: Candle[] = [];
  for (let at = nowMs; candles.length < count;) {
    const startSeconds = periodStart(period, at);
    const price = wad('130');
    candles.unshift({
      start: startSeconds,
      open: price,
      high: price,
      low: price,
      close: price,
      amount: wad('1'),
      volume: wad('130'),
      count: 1,
    });
    at = startSeconds * 1000 - 1;
  }
  return candles;
}
