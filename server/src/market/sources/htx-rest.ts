// HTX over REST: history of candles, paced below the limit of ten requests a second.
import type { CandlePeriod, MarketSymbol } from '@candor/wire';
import { parseCandle } from './htx-parse.ts';
import { isObject, parseLossless } from './lossless-json.ts';
import type { LosslessValue } from './lossless-json.ts';
import type { Candle } from './source.ts';

export interface HtxRest {
  /** Resolves if the interface answers at all. */
  timestamp(signal: AbortSignal): Promise<void>;
  /** Oldest first; empty for a symbol that is not traded there. */
  candles(symbol: MarketSymbol, period: CandlePeriod, size: number): Promise<Candle[]>;
  close(): void;
}

const spacingMs = 125;
const timeoutMs = 10_000;
const bodyBytesMax = 8 * 1024 * 1024;

export function openHtxRest(baseUrl: string): HtxRest {
  const stopping = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();

  /** Requests start one after the other, a fixed distance apart. */
  function paced(): Promise<void> {
    const mine = turn.then(() => undefined);
    turn = mine.then(() => new Promise((resolve) => setTimeout(resolve, spacingMs).unref()));
    return mine;
  }

  return {
    close: () => stopping.abort(new Error('the price source was closed')),

    async timestamp(signal) {
      const reply = await getLossless(new URL('/v1/common/timestamp', baseUrl), signal);
      if (!isObject(reply) || reply['status'] !== 'ok') throw new Error('HTX answers, but not with its time');
    },

    async candles(symbol, period, size) {
      await paced();
      stopping.signal.throwIfAborted();
      const url = new URL('/market/history/kline', baseUrl);
      url.search = new URLSearchParams({ symbol, period, size: String(size) }).toString();
      const reply = await getLossless(url, AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]));
      return readCandles(reply);
    },
  };
}

function readCandles(reply: LosslessValue): Candle[] {
  if (!isObject(reply)) throw new Error('HTX answered with something else than an object');
  if (reply['status'] !== 'ok') {
    const message = String(reply['err-msg']);
    if (/invalid symbol/.test(message)) return [];
    throw new Error(`HTX refused: ${message.slice(0, 200)}`);
  }
  const rows = Array.isArray(reply['data']) ? reply['data'] : [];
  const candles = rows.map(parseCandle).filter((candle) => candle !== undefined);
  return candles.toSorted((left, right) => left.start - right.start);
}

async function getLossless(url: URL, signal: AbortSignal): Promise<LosslessValue> {
  const response = await fetch(url, { signal, headers: { accept: 'application/json' }, redirect: 'error' });
  if (!response.ok || !response.body) throw new Error(`${url.pathname} answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > bodyBytesMax) throw new Error(`${url.pathname} answers with too much`);
    chunks.push(chunk);
  }
  return parseLossless(Buffer.concat(chunks).toString('utf8'));
}
