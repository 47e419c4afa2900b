// Bybit spot: the first level of the book, sent whole and again every 3 s, and trades.
import type { LosslessObject, LosslessValue } from './lossless-json.ts';
import type { Protocol, Said } from './protocol.ts';
import { listOf, millisecondsOf, objectOf, priceOf, quantityOf, quoteOf, readObject, textOf } from './venue-fields.ts';
import { symbolsOf } from './venue-symbols.ts';
import type { QuoteUpdate, Print, Venue } from './venue.ts';

export const bybit: Venue = {
  name: 'bybit',
  quotes: 'USDT',
  symbols: symbolsOf('bybit', (coin) => `${coin}USDT`),
  topicsOf: (symbol) => [
    { name: `orderbook.1.${symbol}`, kind: 'quote' },
    { name: `publicTrade.${symbol}`, kind: 'trade' },
  ],
  symbolOf: (topic) => topic.split('.').at(-1)!,
  createProtocol: (): Protocol<QuoteUpdate> => ({
    frames: 'text',
    read,
    subscribe: (topics) => [request('subscribe', topics)],
    unsubscribe: (topics) => [request('unsubscribe', topics)],
    // A spot request holds ten topics at most.
    topicsAStep: 10,
    ping: { text: '{"op":"ping"}', everyMs: 10_000 },
  }),
};

const request = (op: string, args: readonly string[]): string => JSON.stringify({ op, args });

function read(frame: Buffer): Said<QuoteUpdate>[] {
  const message = readObject(frame);
  const { op, success, topic } = message;
  if (op === 'subscribe' && success === true) return [{ kind: 'confirmed', topics: 'all' }];
  if (success === false) return [readRefusal(String(message['ret_msg']).slice(0, 200))];
  if (topic === undefined) return [];
  const content = readContent(textOf(topic), message);
  return content ? [{ kind: 'push', topic: textOf(topic), content }] : [];
}

/** One bad topic makes it refuse the whole request; the others of it are asked for again. */
function readRefusal(text: string): Said<QuoteUpdate> {
  const named = /(?:orderbook\.1|publicTrade)\.\w+/.exec(text)?.[0];
  return { kind: 'refused', isAbout: (topic) => topic === named, isUnknown: named !== undefined, text };
}

function readContent(topic: string, message: LosslessObject): QuoteUpdate | undefined {
  const sentAt = millisecondsOf(message['ts']);
  if (topic.startsWith('publicTrade.')) return { prints: listOf(message['data']).map(readPrint), sentAt };
  // Of the first level nothing but snapshots is sent; a change can't be read without the whole.
  if (!topic.startsWith('orderbook.') || message['type'] !== 'snapshot') return undefined;
  const { b: bids, a: asks } = objectOf(message['data']);
  const quote = quoteOf(listOf(bids)[0], listOf(asks)[0]);
  return { ...(quote && { quote }), sentAt };
}

function readPrint(row: LosslessValue): Print {
  const trade = objectOf(row);
  return { price: priceOf(trade['p']), amount: quantityOf(trade['v']), at: millisecondsOf(trade['T']) };
}
