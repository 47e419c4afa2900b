// The present prices of several coins as one live value: renders when one of them has changed, a few times a second.
import { feedTopics } from '@candor/wire';
import type { FeedDetail, MarketSummary } from '@candor/wire';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { symbolOf } from './worth.ts';
import type { Prices } from './worth.ts';
import { topicStore } from './feed.ts';

/** With a summary: what it said stands until the first message of the feed. */
export function usePrices(coins: readonly string[], summary?: MarketSummary): Prices {
  const key = coins.filter((coin) => symbolOf(coin) !== undefined).join(' ');
  const priced = useMemo(() => (key === '' ? [] : key.split(' ')), [key]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = priced.map((coin) => storeOf(coin).subscribeCalmly(listener));
      return () => ends.forEach((end) => end());
    },
    [priced],
  );
  const closes = useSyncExternalStore(subscribe, () =>
    priced.map((coin) => storeOf(coin).get()?.close ?? '').join(' '),
  );
  return useMemo(() => {
    const texts = closes.split(' ');
    const said = (coin: string) => summary?.coins.find((entry) => entry.coin === coin)?.price ?? undefined;
    return new Map(priced.map((coin, place) => [coin, texts[place] === '' ? said(coin) : texts[place]]));
  }, [closes, priced, summary]);
}

const storeOf = (coin: string) => topicStore<FeedDetail>(feedTopics.detail(symbolOf(coin)!));
