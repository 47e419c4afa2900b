// The total as it moves with prices; follows only the coins that are held.
import { coinOfCode, feedTopics, formatAmount } from '@candor/wire';
import type { FeedDetail, MarketSummary } from '@candor/wire';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { topicStore } from '../session/live/feed.ts';
import { isHeld, totalOf } from './total-assets.ts';
import type { BalanceParts } from './total-assets.ts';

const tickerOf = (coin: string) => {
  const symbol = coinOfCode(coin)?.symbol;
  return symbol === undefined ? undefined : topicStore<FeedDetail>(feedTopics.detail(symbol));
};

/** Decimal text, so that it compares by value; undefined while it can't be said. */
export function useTotal(
  balances: readonly BalanceParts[] | undefined,
  summary: MarketSummary | undefined,
): string | undefined {
  const held = useMemo(() => balances?.filter(isHeld), [balances]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = (held ?? []).map(({ coin_code }) => tickerOf(coin_code)?.subscribe(listener));
      return () => ends.forEach((end) => end?.());
    },
    [held],
  );
  return useSyncExternalStore(subscribe, () => {
    if (!held) return undefined;
    const said = (coin: string) => summary?.coins.find((entry) => entry.coin === coin)?.price;
    const total = totalOf(held, (coin) => tickerOf(coin)?.get()?.close ?? said(coin));
    return total === undefined ? undefined : formatAmount(total);
  });
}
