// The index price of a coin: the median of best bid, best ask and last trade, each only while it is fresh.
import { median } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { Latest } from './latest.ts';

export const freshMs = 5_000;

export interface IndexPrice {
  price: Wad;
  /** The newest moment at the source that went in. */
  sourceAt: number;
}

/**
 * Undefined when nothing is fresh. A book counts from its arrival, since an unchanged one is not sent again; a trade
 * counts from its own time, since the first one after a subscription is an old one. The mean of two values is rounded
 * down to the decimals of the coin's prices: what a customer sees is exactly what counts, up and down alike.
 */
export function indexPrice(latest: Latest, now: number, priceDecimals: number): IndexPrice | undefined {
  const prices: Wad[] = [];
  let sourceAt = 0;
  const { book, bookArrivedAt, lastTrade } = latest;
  if (book && now - bookArrivedAt <= freshMs) {
    if (book.bids[0]) prices.push(book.bids[0][0]);
    if (book.asks[0]) prices.push(book.asks[0][0]);
    if (prices.length > 0) sourceAt = book.at;
  }
  if (lastTrade && now - lastTrade.countsFrom <= freshMs) {
    prices.push(lastTrade.trade.price);
    sourceAt = Math.max(sourceAt, lastTrade.trade.at);
  }
  const middle = median(prices);
  if (middle === undefined) return undefined;
  const step = 10n ** BigInt(18 - priceDecimals);
  const price = (middle - (middle % step)) as Wad;
  return price > 0n ? { price, sourceAt } : undefined;
}
