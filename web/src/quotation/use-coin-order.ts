// The order of a list over time: taken anew now and then, and never under a finger that is about to tap.
import { coins, feedTopics } from '@candor/wire';
import type { Coin, FeedDetail, MarketSummary } from '@candor/wire';
import { useCallback, useEffect, useRef, useState } from 'react';
import { topicStore } from '../live/feed.ts';
import { dayFiguresOf } from '../live/market-cells.tsx';
import { usePreferences } from '../device/preferences.ts';
import { orderCoins } from './coin-order.ts';
import type { ListName } from './coin-order.ts';

const againMs = 5_000;
/** After the last touch or scroll. */
const restMs = 1_500;

export function useCoinOrder(list: ListName, typed: string, summary: MarketSummary | undefined): readonly Coin[] {
  const favourites = usePreferences((preferences) => preferences.favourites);
  const orderNow = useCallback(() => {
    const said = new Map(summary?.coins.map((entry) => [entry.coin, entry]));
    return orderCoins({ list, typed, favourites, figuresOf: (code) => dayFiguresOf(code, said.get(code)) });
  }, [list, typed, favourites, summary]);
  // React does not follow the figures: they are looked at again for another list, and at each quiet turn.
  const [order, setOrder] = useState(() => ({ by: orderNow, coins: orderNow() }));
  if (order.by !== orderNow) setOrder({ by: orderNow, coins: orderNow() });
  useAllFigures();
  useQuietTurns(() => {
    const next = orderNow();
    const isSame = next.length === order.coins.length && next.every((coin, place) => coin === order.coins[place]);
    if (!isSame) setOrder({ by: orderNow, coins: next });
  });
  return order.coins;
}

/** Now and then, while nobody touches or scrolls. */
function useQuietTurns(onTurn: () => void): void {
  const act = useRef(onTurn);
  useEffect(() => {
    act.current = onTurn;
  });
  useEffect(() => {
    let touchedAt = -restMs;
    let isDown = false;
    const note = ({ type }: Event): void => {
      touchedAt = performance.now();
      if (type !== 'scroll') isDown = type === 'pointerdown';
    };
    const kinds = ['pointerdown', 'pointerup', 'pointercancel', 'scroll'];
    for (const kind of kinds) addEventListener(kind, note, { passive: true });
    const timer = setInterval(() => {
      if (!isDown && performance.now() - touchedAt > restMs) act.current();
    }, againMs);
    return () => {
      clearInterval(timer);
      for (const kind of kinds) removeEventListener(kind, note);
    };
  }, []);
}

/** The order needs the coins that are not shown, too; nothing is drawn for them. */
function useAllFigures(): void {
  useEffect(() => {
    const ends = coins.map(({ symbol }) => topicStore<FeedDetail>(feedTopics.detail(symbol)).hold());
    return () => ends.forEach((end) => end());
  }, []);
}
