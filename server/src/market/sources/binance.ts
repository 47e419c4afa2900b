// Binance spot: streams of best bid and ask, and of trades. Streams that it does not know stay silent. Its address for combined
// streams (/stream) names the stream of each message; the one for raw streams (/ws) doesn't, but each message tells what it is.
import type { Protocol, Said } from './protocol.ts';
import { millisecondsOf, objectOf, priceOf, quantityOf, quoteOf, readObject, textOf } from './venue-fields.ts';
import { symbolsOf } from './venue-symbols.ts';
import type { QuoteUpdate, Venue } from './venue.ts';

export const binance: Venue = {
  name: 'binance',
  quotes: 'USDT',
  symbols: symbolsOf('binance', (coin) => `${coin.toLowerCase()}usdt`),
  topicsOf: (symbol) => [
    { name: `${symbol}@bookTicker`, kind: 'quote' },
    { name: `${symbol}@trade`, kind: 'trade' },
  ],
  symbolOf: (topic) => topic.split('@')[0]!,
  createProtocol: (): Protocol<QuoteUpdate> => ({
    frames: 'text',
    read,
    subscribe: (topics) => [request('SUBSCRIBE', topics)],
    unsubscribe: (topics) => [request('UNSUBSCRIBE', topics)],
    // All at once: it takes five messages a second and a thousand streams a connection.
    topicsAStep: 200,
  }),
};

const request = (method: string, params: readonly string[]): string => JSON.stringify({ method, params, id: 1 });

function read(frame: Buffer): Said<QuoteUpdate>[] {
  const message = readObject(frame);
  if (message['error'] !== undefined) {
    const text = String(objectOf(message['error'])['msg']).slice(0, 200);
    return [{ kind: 'refused', isAbout: () => false, isUnknown: false, text }];
  }
  if (message['result'] === null) return [{ kind: 'confirmed', topics: 'all' }];
  const isCombined = message['stream'] !== undefined;
  const data = isCombined ? objectOf(message['data']) : message;
  const topic = isCombined ? textOf(message['stream']) : streamOf(data);
  const content = topic.endsWith('@trade') ? readTrade(data) : readQuote(data);
  return [{ kind: 'push', topic, content }];
}

/** A quote has no field that names its kind. */
function streamOf(data: ReturnType<typeof objectOf>): string {
  const kind = data['e'] === 'trade' ? 'trade' : data['e'] === undefined ? 'bookTicker' : textOf(data['e']);
  return `${textOf(data['s']).toLowerCase()}@${kind}`;
}

const readTrade = (data: ReturnType<typeof objectOf>): QuoteUpdate => ({
  prints: [{ price: priceOf(data['p']), amount: quantityOf(data['q']), at: millisecondsOf(data['T']) }],
  sentAt: millisecondsOf(data['E']),
});

/** It does not say when. */
function readQuote(data: ReturnType<typeof objectOf>): QuoteUpdate {
  const quote = quoteOf([data['b'] ?? '', data['B'] ?? ''], [data['a'] ?? '', data['A'] ?? '']);
  return quote ? { quote } : {};
}
