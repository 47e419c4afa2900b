import { feedTopics, getIndexSources } from '@candor/wire';
import type { Coin, FeedSources } from '@candor/wire';
import { topicStore } from '../session/live/feed.ts';
import { useLive } from '../session/live/use-live.ts';
import { useRead } from '../session/use-read.ts';

export type Sources = FeedSources;
export type Source = Sources['sources'][number];

/** What the sources of a coin's price say, each second; asked for once, until the first message of the feed. */
export function useSources(coin: Coin) {
  const live = useLive(topicStore<FeedSources>(feedTopics.sources(coin.symbol), { isForgotten: true }));
  const read = useRead(getIndexSources, { coin: coin.code }, { freshMs: 0 });
  const { data } = read;
  const first = data && {
    ...data,
    sources: data.sources.map((source) => ({
      ...source,
      age_ms: source.age_ms === null ? null : String(source.age_ms),
    })),
  };
  return { sources: live ?? first, read };
}
