// Coinbase, quoted in dollars: the ticker with its best bid and ask, and trades. The book itself is left alone: its
// first message holds megabytes.
import { isObject } from './lossless-json.ts';
import type { LosslessObject } from './lossless-json.ts';
import type { Protocol, Said } from './protocol.ts';
import { instantOf, listOf, objectOf, priceOf, quantityOf, quoteOf, readObject, textOf } from './venue-fields.ts';
import { symbolsOf } from './venue-symbols.ts';
import type { QuoteUpdate, Venue } from './venue.ts';

export const coinbase: Venue = {
  name: 'coinbase',
  quotes: 'USD',
  symbols: symbolsOf('coinbase', (coin) => `${coin}-USD`),
  topicsOf: (symbol) => [
    { name: `ticker ${symbol}`, kind: 'quote' },
    { name: `market_trades ${symbol}`, kind: 'trade' },
  ],
  symbolOf: (topic) => topic.split(' ')[1]!,
  createProtocol: (): Protocol<QuoteUpdate> => ({
    frames: 'text',
    read,
    subscribe: (topics) => [...requests('subscribe', topics), heartbeats],
    unsubscribe: (topics) => requests('unsubscribe', topics),
    topicsAStep: 200,
  }),
};

/** Without them it closes a connection whose markets are quiet. */
const heartbeats = JSON.stringify({ type: 'subscribe', channel: 'heartbeats' });

function requests(type: string, topics: readonly string[]): string[] {
  const byChannel = Map.groupBy(topics, (topic) => topic.split(' ')[0]!);
  return [...byChannel].map(([channel, names]) =>
    JSON.stringify({ type, product_ids: names.map((name) => name.split(' ')[1]), channel }),
  );
}

function read(frame: Buffer): Said<QuoteUpdate>[] {
  const message = readObject(frame);
  const { type, channel } = message;
  if (type === 'error') return [readRefusal(String(message['message']).slice(0, 200))];
  if (channel === 'subscriptions') return readSubscriptions(message);
  if (channel !== 'ticker' && channel !== 'market_trades') return [];
  const sentAt = instantOf(message['timestamp']);
  const events = listOf(message['events']).map(objectOf);
  return events.flatMap((event) => (channel === 'ticker' ? readTickers(event, sentAt) : readTrades(event, sentAt)));
}

/** Its text names the product where it knows none of that name. */
function readRefusal(text: string): Said<QuoteUpdate> {
  const symbol = /[A-Z0-9]+-USD\b/.exec(text)?.[0];
  return {
    kind: 'refused',
    isAbout: (topic) => symbol !== undefined && topic.endsWith(` ${symbol}`),
    isUnknown: symbol !== undefined,
    text,
  };
}

function readSubscriptions(message: LosslessObject): Said<QuoteUpdate>[] {
  const topics = listOf(message['events']).flatMap((event) => {
    const { subscriptions } = objectOf(event);
    if (!isObject(subscriptions)) return [];
    return Object.entries(subscriptions).flatMap(([channel, products]) =>
      listOf(products).map((product) => `${channel} ${textOf(product)}`),
    );
  });
  return [{ kind: 'confirmed', topics }];
}

function readTickers(event: LosslessObject, sentAt: number): Said<QuoteUpdate>[] {
  return listOf(event['tickers']).map((row): Said<QuoteUpdate> => {
    const ticker = objectOf(row);
    const quote = quoteOf(
      [ticker['best_bid'] ?? '', ticker['best_bid_quantity'] ?? ''],
      [ticker['best_ask'] ?? '', ticker['best_ask_quantity'] ?? ''],
    );
    const content = { ...(quote && { quote }), sentAt };
    return { kind: 'push', topic: `ticker ${textOf(ticker['product_id'])}`, content };
  });
}

function readTrades(event: LosslessObject, sentAt: number): Said<QuoteUpdate>[] {
  const trades = Map.groupBy(listOf(event['trades']).map(objectOf), (trade) => textOf(trade['product_id']));
  return [...trades].map(([product, rows]) => {
    const prints = rows.map((trade) => ({
      price: priceOf(trade['price']),
      amount: quantityOf(trade['size']),
      at: instantOf(trade['time']),
    }));
    return { kind: 'push', topic: `market_trades ${product}`, content: { prints, sentAt } };
  });
}
