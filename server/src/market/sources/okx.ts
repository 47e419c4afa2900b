// OKX spot: best bid and ask tick by tick, and trades.
import { isObject } from './lossless-json.ts';
import type { LosslessObject } from './lossless-json.ts';
import type { Protocol, Said } from './protocol.ts';
import { listOf, millisecondsOf, objectOf, priceOf, quantityOf, quoteOf, readObject, textOf } from './venue-fields.ts';
import { symbolsOf } from './venue-symbols.ts';
import type { QuoteUpdate, Venue } from './venue.ts';

export const okx: Venue = {
  name: 'okx',
  quotes: 'USDT',
  symbols: symbolsOf('okx', (coin) => `${coin}-USDT`),
  topicsOf: (symbol) => [
    { name: `bbo-tbt ${symbol}`, kind: 'quote' },
    { name: `trades ${symbol}`, kind: 'trade' },
  ],
  symbolOf: (topic) => topic.split(' ')[1]!,
  createProtocol: (): Protocol<QuoteUpdate> => ({
    frames: 'text',
    read,
    subscribe: (topics) => [request('subscribe', topics)],
    unsubscribe: (topics) => [request('unsubscribe', topics)],
    topicsAStep: 200,
    // It drops a connection after 30 s without anything to send, unless it is asked.
    ping: { text: 'ping', everyMs: 10_000 },
  }),
};

const request = (op: string, topics: readonly string[]): string =>
  JSON.stringify({ op, args: topics.map((topic) => ({ channel: topic.split(' ')[0], instId: topic.split(' ')[1] })) });

const topicOf = (arg: LosslessObject): string => `${textOf(arg['channel'])} ${textOf(arg['instId'])}`;

function read(frame: Buffer): Said<QuoteUpdate>[] {
  if (frame.equals(pong)) return [];
  const message = readObject(frame);
  const { event, arg } = message;
  if (event === 'subscribe') return [{ kind: 'confirmed', topics: [topicOf(objectOf(arg))] }];
  if (event === 'error') return [readRefusal(message)];
  if (event !== undefined) return [];
  const topic = topicOf(objectOf(arg));
  const rows = listOf(message['data']).map(objectOf);
  const content = topic.startsWith('trades ') ? readTrades(rows) : readQuote(rows);
  return content ? [{ kind: 'push', topic, content }] : [];
}
const pong = Buffer.from('pong');

/** Its text names the channel and the instrument; newer replies repeat the argument. */
function readRefusal({ arg, code, msg }: LosslessObject): Said<QuoteUpdate> {
  const text = `${String(code)}: ${String(msg)}`.slice(0, 200);
  const [, channel, symbol] = /channel:([\w-]+),instId:([\w-]+)/.exec(text) ?? [];
  const named = isObject(arg) ? topicOf(arg) : `${channel} ${symbol}`;
  return { kind: 'refused', isAbout: (topic) => topic === named, isUnknown: code === '60018', text };
}

function readTrades(rows: readonly LosslessObject[]): QuoteUpdate | undefined {
  const prints = rows.map((row) => ({
    price: priceOf(row['px']),
    amount: quantityOf(row['sz']),
    at: millisecondsOf(row['ts']),
  }));
  return prints.length > 0 ? { prints } : undefined;
}

function readQuote(rows: readonly LosslessObject[]): QuoteUpdate | undefined {
  const row = rows.at(-1);
  if (!row) return undefined;
  const quote = quoteOf(listOf(row['bids'])[0], listOf(row['asks'])[0]);
  return { ...(quote && { quote }), sentAt: millisecondsOf(row['ts']) };
}
