// The eight topics of the feed's benchmark, and messages of the size that the market's have.
import { seededRandom } from '../seeded-random.ts';

export interface MadeTopic {
  name: string;
  kind: 'state' | 'sequence';
  /** JSON of the tick; `n` counts from 0. A tick of trades has `tradesEach` of them. */
  tick(n: number, tradesEach: number): string;
}

const random = seededRandom(7);
const price = (): string => (90_000 + random.next() * 100).toFixed(2);
const size = (): string => (random.next() * 3).toFixed(6);
const levels = (count: number): string =>
  `[${Array.from({ length: count }, () => `[${price()},${size()}]`).join(',')}]`;

const depth = (n: number): string => `{"bids":${levels(20)},"asks":${levels(20)},"version":${n},"ts":${n}}`;
const trade = (n: number, count: number): string =>
  `{"id":${n},"ts":${n},"data":[${Array.from(
    { length: count },
    () => `{"id":${n},"ts":${n},"tradeId":${n},"amount":${size()},"price":${price()},"direction":"buy"}`,
  ).join(',')}]}`;
const figures = (n: number): string =>
  `{"id":${n},"open":${price()},"close":${price()},"low":${price()},"high":${price()},"amount":${size()},"vol":${price()},"count":${n}}`;
const best = (n: number): string =>
  `{"symbol":"btcusdt","quoteTime":${n},"bid":${price()},"bidSize":${size()},"ask":${price()},"askSize":${size()},"seqId":${n}}`;

export const madeTopics: readonly MadeTopic[] = ['btcusdt', 'ethusdt'].flatMap((symbol): MadeTopic[] => [
  { name: `market.${symbol}.depth.step0`, kind: 'state', tick: depth },
  { name: `market.${symbol}.trade.detail`, kind: 'sequence', tick: trade },
  { name: `market.${symbol}.kline.1min`, kind: 'state', tick: figures },
  { name: `market.${symbol}.bbo`, kind: 'state', tick: best },
]);
