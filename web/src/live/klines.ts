// Candles for charts, past React: history on request, then each change as it comes.
import { feedTopics } from '@candor/wire';
import type { CandlePeriod, FeedKline, MarketSymbol } from '@candor/wire';
import { serverClock } from '../device/server-clock.ts';
import { feed } from './feed.ts';

/** Decimal text throughout; `id` is the start in epoch seconds. */
export type Kline = FeedKline;

/** Length of a candle, seconds; a month or a year counts as its longest. */
export const periodSeconds: Record<CandlePeriod, number> = {
  '1min': 60,
  '5min': 300,
  '15min': 900,
  '30min': 1800,
  '60min': 3600,
  '4hour': 14_400,
  '1day': 86_400,
  '1week': 604_800,
  '1mon': 2_678_400,
  '1year': 31_622_400,
};

/** Calls back with the running candle at each change; returns the function that ends it. */
export function subscribeKline(
  symbol: MarketSymbol,
  period: CandlePeriod,
  listener: (kline: Kline) => void,
): () => void {
  return feed().subscribe(feedTopics.kline(symbol, period), (kline: Kline, ts) => {
    serverClock.note(ts);
    listener(kline);
  });
}

/** Epoch seconds of the first and of the last one wanted. */
export interface KlineSpan {
  from: number;
  to: number;
}

/** Oldest first; the newest ones when no span is named, by the clock of the market. Rejects when it did not answer. */
export async function loadKlines(symbol: MarketSymbol, period: CandlePeriod, span?: KlineSpan): Promise<Kline[]> {
  const data = await feed().request(feedTopics.kline(symbol, period), span);
  return Array.isArray(data) ? (data as Kline[]) : [];
}
