// Kraken (its second websocket interface), quoted in dollars: best bid and ask whenever they change, and trades.
import type { LosslessObject } from './lossless-json.ts';
import type { Protocol, Said } from './protocol.ts';
import { instantOf, listOf, objectOf, priceOf, quantityOf, quoteOf, readObject, textOf } from './venue-fields.ts';
import { symbolsOf } from './venue-symbols.ts';
import type { QuoteUpdate, Venue } from './venue.ts';

export const kraken: Venue = {
  name: 'kraken',
  quotes: 'USD',
  symbols: symbolsOf('kraken', (coin) => `${coin}/USD`),
  topicsOf: (symbol) => [
    { name: `ticker ${symbol}`, kind: 'quote' },
    { name: `trade ${symbol}`, kind: 'trade' },
  ],
  symbolOf: (topic) => topic.split(' ')[1]!,
  createProtocol: (): Protocol<QuoteUpdate> => ({
    frames: 'text',
    read,
    subscribe: (topics) => requests('subscribe', topics),
    unsubscribe: (topics) => requests('unsubscribe', topics),
    topicsAStep: 200,
    ping: { text: '{"method":"ping"}', everyMs: 20_000 },
  }),
};

function requests(method: string, topics: readonly string[]): string[] {
  const byChannel = Map.groupBy(topics, (topic) => topic.split(' ')[0]!);
  return [...byChannel].map(([channel, names]) => {
    const symbol = names.map((name) => name.split(' ')[1]);
    return JSON.stringify({
      method,
      params: { channel, symbol, ...(channel === 'ticker' && { event_trigger: 'bbo' }) },
    });
  });
}

function read(frame: Buffer): Said<QuoteUpdate>[] {
  const message = readObject(frame);
  if (message['success'] === false) return [readRefusal(message)];
  if (message['method'] === 'subscribe') return [readConfirmation(objectOf(message['result']))];
  const { channel } = message;
  if (channel !== 'ticker' && channel !== 'trade') return [];
  const rows = listOf(message['data']).map(objectOf);
  return channel === 'ticker' ? rows.map(readTicker) : readTrades(rows);
}

function readRefusal(message: LosslessObject): Said<QuoteUpdate> {
  const text = String(message['error']).slice(0, 200);
  const { symbol } = message;
  return {
    kind: 'refused',
    isAbout: (topic) => typeof symbol === 'string' && topic.endsWith(` ${symbol}`),
    isUnknown: /not supported/.test(text),
    text,
  };
}

const readConfirmation = (result: LosslessObject): Said<QuoteUpdate> => ({
  kind: 'confirmed',
  topics: [`${textOf(result['channel'])} ${textOf(result['symbol'])}`],
});

function readTicker(row: LosslessObject): Said<QuoteUpdate> {
  const quote = quoteOf([row['bid'] ?? '', row['bid_qty'] ?? ''], [row['ask'] ?? '', row['ask_qty'] ?? '']);
  const sentAt = row['timestamp'] === undefined ? undefined : instantOf(row['timestamp']);
  return {
    kind: 'push',
    topic: `ticker ${textOf(row['symbol'])}`,
    content: { ...(quote && { quote }), ...(sentAt !== undefined && { sentAt }) },
  };
}

function readTrades(rows: readonly LosslessObject[]): Said<QuoteUpdate>[] {
  const bySymbol = Map.groupBy(rows, (row) => textOf(row['symbol']));
  return [...bySymbol].map(([symbol, trades]) => ({
    kind: 'push',
    topic: `trade ${symbol}`,
    content: {
      prints: trades.map((trade) => ({
        price: priceOf(trade['price']),
        amount: quantityOf(trade['qty']),
        at: instantOf(trade['timestamp']),
      })),
    },
  }));
}
