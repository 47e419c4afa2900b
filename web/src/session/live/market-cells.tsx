// The smallest cells of a market, for every list of coins: each renders again only when what it shows has changed.
import { coinOfCode, feedTopics } from '@candor/wire';
import type { Coin, CoinCode, FeedDetail, MarketSummary } from '@candor/wire';
import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useFormats } from '../../text/texts.ts';
import { Change, changeOf } from '../../ui/change.tsx';
import type { ChangeProps } from '../../ui/change.tsx';
import { CompactText } from '../../ui/compact.tsx';
import { Price } from '../../ui/price.tsx';
import type { PriceProps } from '../../ui/price.tsx';
import { topicStore } from './feed.ts';
import { useDayChange, usePrice } from './use-live.ts';

export type SummaryCoin = MarketSummary['coins'][number];

interface Cell {
  coin: Coin;
  /** What the summary said, until the first message of the feed. */
  summary: SummaryCoin | undefined;
}

export const LivePrice = ({ coin, summary, ...looks }: Cell & Omit<PriceProps, 'price' | 'coin'>): ReactNode => (
  <Price price={usePrice(coin.symbol) ?? summary?.price} coin={coin.code} isTicking {...looks} />
);

export const LiveChange = ({ coin, summary, ...looks }: Cell & Omit<ChangeProps, 'share'>): ReactNode => (
  <Change share={useDayChange(coin.symbol) ?? summary?.change} look="pill" {...looks} />
);

/** What was traded in 24 hours, USDT, in brief. */
export function LiveVolume({ coin, summary }: Cell): ReactNode {
  const formats = useFormats();
  const store = topicStore<FeedDetail>(feedTopics.detail(coin.symbol));
  const text = useSyncExternalStore(store.subscribe, () => formats.compact(store.get()?.vol ?? summary?.volume));
  return <CompactText text={text} />;
}

export interface DayFigures {
  price: string | null;
  change: string | null;
  volume: string | null;
}

/** The figures of this moment, without following them: for putting coins in order. */
export function dayFiguresOf(code: CoinCode, summary: SummaryCoin | undefined): DayFigures {
  const tick = topicStore<FeedDetail>(feedTopics.detail(coinOfCode(code)!.symbol)).get();
  return {
    price: tick?.close ?? summary?.price ?? null,
    change: changeOf(tick?.open, tick?.close) ?? summary?.change ?? null,
    volume: tick?.vol ?? summary?.volume ?? null,
  };
}
