// Binance spot: combined streams of best bid and ask, and of trades. Streams that it does not know stay silent.
import type { Protocol, Said } from './protocol.ts';
import { millisecondsOf, objectOf, priceOf, quoteOf, readObject, textOf } from './venue-fields.ts';
import { symbolsOf } from './venue-symbols.ts';
import type { Heard, Venue } from './venue.ts';

export const binance: Venue = {
  name: 'binance',
  quotes: 'USDT',
  symbols: symbolsOf('binance', (coin) => `${coin.toLowerCase()}usdt`),
  topicsOf: (symbol) => [
    { name: `${symbol}@bookTicker`, kind: 'quote' },
    { name: `${symbol}@trade`, kind: 'trade' },
  ],
  symbolOf: (topic) => topic.split('@')[0]!,
  createProtocol: (): Protocol<Heard> => ({
    frames: 'text',
    read,
    subscribe: (topics) => [request('SUBSCRIBE', topics)],
    unsubscribe: (topics) => [request('UNSUBSCRIBE', topics)],
    // All at once: it takes five messages a second and a thousand streams a connection.
    topicsAStep: 200,
  }),
};

const request = (method: string, params: readonly string[]): string => JSON.stringify({ method, params, id: 1 });

function read(frame: Buffer): Said<Heard>[] {
  const message = readObject(frame);
  if (message['error'] !== undefined) {
    const text = String(objectOf(message['error'])['msg']).slice(0, 200);
    return [{ kind: 'refused', isAbout: () => false, isUnknown: false, text }];
  }
  if (message['result'] === null) return [{ kind: 'confirmed', topics: 'all' }];
  const topic = textOf(message['stream']);
  const data = objectOf(message['data']);
  const content = topic.endsWith('@trade') ? readTrade(data) : readQuote(data);
  return [{ kind: 'push', topic, content }];
}

const readTrade = (data: ReturnType<typeof objectOf>): Heard => ({
  prints: [{ price: priceOf(data['p']), at: millisecondsOf(data['T']) }],
  sentAt: millisecondsOf(data['E']),
});

/** It does not say when. */
function readQuote(data: ReturnType<typeof objectOf>): Heard {
  const quote = quoteOf([data['b'] ?? '', data['B'] ?? ''], [data['a'] ?? '', data['A'] ?? '']);
  return quote ? { quote } : {};
}
