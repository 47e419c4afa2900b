// How often the market tells each coin's figures, as any client of the feed hears it.
import { coins, connectMarketFeed, feedTopics } from '@candor/wire';

/** Starts to count; the function that comes back ends it and returns the updates a second of the slowest coin. */
export function countUpdates(url: string): () => number {
  const feed = connectMarketFeed({ baseUrl: url });
  const counts = new Map<string, number>();
  for (const { symbol } of coins) {
    counts.set(symbol, 0);
    feed.subscribe(feedTopics.detail(symbol), () => void counts.set(symbol, counts.get(symbol)! + 1));
  }
  const startedAt = performance.now();
  return () => {
    feed.close();
    return Math.min(...counts.values()) / ((performance.now() - startedAt) / 1000);
  };
}
