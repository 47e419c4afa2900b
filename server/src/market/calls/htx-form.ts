// What is around the data of HTX's market calls, and how their numbers are read.
import { coinOfSymbol, type Coin } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';

export const sizeMax = 2000;
export const invalidSize = (max: number): string => `invalid size,valid range: [1, ${max}]`;

export const okText = (clock: Clock, body: string): string => `{"status":"ok","ts":${clock.now()},${body}}`;

export const errorText = (clock: Clock, text: string): string =>
  JSON.stringify({ ts: clock.now(), status: 'error', 'err-code': 'invalid-parameter', 'err-msg': text });

export const channelText = (coin: Coin, rest: string): string => `"ch":"market.${coin.symbol}.${rest}",`;

/** Most calls begin with a symbol that must be traded here. */
export function withCoin<Answer>(clock: Clock, symbol: string, answer: (coin: Coin) => Answer): Answer | string {
  const coin = coinOfSymbol(symbol);
  return coin ? answer(coin) : errorText(clock, 'invalid symbol');
}

export function readSize(text: string, max: number): number | undefined {
  const size = /^\d{1,4}$/.test(text) ? parseInt(text, 10) : 0;
  return size >= 1 && size <= max ? size : undefined;
}
