import { feedTopics, getIndexSources } from '@candor/wire';
import type { Coin, FeedSources } from '@candor/wire';
import { useCallback, useState } from 'react';
import { topicStore } from '../live/feed.ts';
import { useLive, useSource } from '../live/use-live.ts';
import type { Source as TickingSource } from '../ui/ticking-text.tsx';
import { useRead } from '../data/use-read.ts';
import type { Reading } from '../data/use-read.ts';

export type Sources = FeedSources;
export type Source = Sources['sources'][number];

const storeOf = (coin: Coin) => topicStore<FeedSources>(feedTopics.sources(coin.symbol), { isForgotten: true });

/** What the sources of a coin's price say, each second; asked for once, until the first message of the feed. */
export function useSources(coin: Coin): Reading<Sources> {
  const live = useLive(storeOf(coin));
  const read = useRead(getIndexSources, { coin: coin.code }, { freshMs: 0 });
  const { data } = read;
  const first = data && {
    ...data,
    gaps: {
      ...data.gaps,
      count: String(data.gaps.count),
      largest_ms: data.gaps.largest_ms === null ? null : String(data.gaps.largest_ms),
    },
    sources: data.sources.map((source) => ({
      ...source,
      age_ms: source.age_ms === null ? null : String(source.age_ms),
    })),
  };
  const { isFetching, refetch } = read;
  // What the feed says each second is not made old by a question that failed.
  return { data: live ?? first, error: live ? null : read.error, isFetching, refetch };
}

/** The index price of a coin, each second; `first` until the first message of the feed. */
export function useIndexPrice(coin: Coin, first: string | null): TickingSource<string | null> {
  const [known] = useState(first);
  return useSource(
    storeOf(coin),
    useCallback((sources: FeedSources | undefined) => (sources ? sources.price : known), [known]),
  );
}

/** Whole milliseconds as seconds, both decimal text. */
export const secondsOf = (ms: string): string => {
  const digits = ms.padStart(4, '0');
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`;
};
