// What is known of one source's market, and its price: the median of best bid, best ask and last trade, while fresh.
import { median } from '@candor/wire';
import type { Wad } from '@candor/wire';
import type { QuoteUpdate, Print, Quote } from '../sources/venue.ts';

export const freshMs = 5_000;
/** Sources whose clock is further behind ours are not used. */
export const clockSkewMaxMs = 5_000;
/** Sources whose clock is further ahead are not used either: no message arrives before it was sent, so one of the clocks is wrong. */
export const clockAheadMaxMs = 1_000;

export interface Known {
  quote: Quote | undefined;
  quoteArrivedAt: number;
  /** When the source drew the quote, by its own clock where it says so. */
  quoteAt: number;
  /** The youngest by its own time; a time in the future counts as the time of arrival. */
  lastPrint: { print: Print; countsFrom: number } | undefined;
  /** How far the source's clock was behind ours (or ahead, below zero) in the newest message that told. */
  skewMs: number;
  receivedAt: number | undefined;
  /** When bid, ask, their sizes or the last trade's price or amount changed. */
  changedAt: number;
  /** The same of bid, ask and their sizes alone. */
  quoteChangedAt: number;
}

export const nothingKnown = (): Known => ({
  quote: undefined,
  quoteArrivedAt: 0,
  quoteAt: 0,
  lastPrint: undefined,
  skewMs: 0,
  receivedAt: undefined,
  changedAt: 0,
  quoteChangedAt: 0,
});

export function updateKnown(known: Known, { quote, prints = [], sentAt }: QuoteUpdate, now: number): void {
  known.receivedAt = now;
  if (sentAt !== undefined) known.skewMs = now - sentAt;
  if (quote) {
    if (!known.quote || isOther(known.quote, quote)) known.changedAt = known.quoteChangedAt = now;
    Object.assign(known, { quote, quoteArrivedAt: now, quoteAt: sentAt ?? now });
  }
  for (const print of prints) {
    const countsFrom = Math.min(print.at, now);
    // A trade can be old, but not from the future.
    const ageMs = now - print.at;
    if (ageMs < -clockAheadMaxMs || (sentAt === undefined && known.skewMs < 0 && ageMs <= freshMs))
      known.skewMs = ageMs;
    if (known.lastPrint && countsFrom < known.lastPrint.countsFrom) continue;
    // The same trade with another number or time is no news.
    const last = known.lastPrint?.print;
    if (last?.price !== print.price || last.amount !== print.amount) known.changedAt = now;
    known.lastPrint = { print, countsFrom };
  }
}

const isOther = (before: Quote, quote: Quote): boolean =>
  before.bid !== quote.bid ||
  before.ask !== quote.ask ||
  before.bidSize !== quote.bidSize ||
  before.askSize !== quote.askSize;

/** A source that repeats itself for longer says nothing new. */
const repeatedMaxMs = 5_000;
/** The same of best bid and ask that are sent again and again while there are trades: every trade changes one of them. */
const sameQuoteMaxMs = 15_000;

export function repeatsItself({ changedAt, quoteChangedAt, quoteArrivedAt }: Known, now: number): boolean {
  if (now - changedAt > repeatedMaxMs) return true;
  return isFresh(now - quoteArrivedAt, freshMs) && now - quoteChangedAt > sameQuoteMaxMs;
}

export interface SourcePrice {
  price: Wad;
  /** The newest moment at the source that went in. */
  sourceAt: number;
}

/**
 * A quote counts from its arrival, since an unchanged one is not sent again; a trade counts from its own time, since the
 * first one after a subscription is an old one.
 */
export function sourcePrice(known: Known, now: number, fresh = freshMs): SourcePrice | 'silent' | 'clock' {
  const prices: Wad[] = [];
  let sourceAt = 0;
  const { quote, lastPrint } = known;
  if (quote && isFresh(now - known.quoteArrivedAt, fresh)) {
    prices.push(quote.bid, quote.ask);
    sourceAt = known.quoteAt;
  }
  if (lastPrint && isFresh(now - lastPrint.countsFrom, fresh)) {
    prices.push(lastPrint.print.price);
    sourceAt = Math.max(sourceAt, lastPrint.print.at);
  }
  const price = median(prices);
  if (price === undefined) return 'silent';
  const isClockRight = known.skewMs <= clockSkewMaxMs && known.skewMs >= -clockAheadMaxMs;
  return isClockRight ? { price, sourceAt } : 'clock';
}

export const hasFreshQuote = ({ quote, quoteArrivedAt }: Known, now: number): boolean =>
  quote !== undefined && isFresh(now - quoteArrivedAt, freshMs);

/** A clearly negative age means that our clock was set back after the message arrived: the message is then not fresh. */
const isFresh = (ageMs: number, fresh: number): boolean => ageMs <= fresh && ageMs >= -clockAheadMaxMs;
