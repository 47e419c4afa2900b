// The cells of a market, for every list of coins: each changes only when what it shows has changed.
import { coinOfCode, feedTopics } from '@candor/wire';
import type { Coin, CoinCode, FeedDetail, MarketSummary } from '@candor/wire';
import { useCallback, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useFormats } from '../text/texts.ts';
import { moveOf, TickingChange } from '../ui/change.tsx';
import type { TickingChangeProps } from '../ui/change.tsx';
import { TickingPrice } from '../ui/price.tsx';
import type { TickingPriceProps } from '../ui/price.tsx';
import { TickingText } from '../ui/ticking-text.tsx';
import { topicStore } from './feed.ts';
import { dayChangeOf, useTickSource } from './use-live.ts';

export type SummaryCoin = MarketSummary['coins'][number];

interface Cell {
  coin: Coin;
  /** What the summary said, until the first message of the feed. */
  summary?: SummaryCoin | undefined;
}

/** The present price of a coin, wherever it stands alone. */
export function LivePrice({ coin, summary, ...face }: Cell & Omit<TickingPriceProps, 'coin' | 'source'>): ReactNode {
  const priceOf = useCallback((tick: FeedDetail | undefined) => tick?.close ?? summary?.price, [summary]);
  return <TickingPrice coin={coin.code} source={useTickSource(coin.symbol, priceOf)} {...face} />;
}

/** Of the last 24 hours. */
export function LiveChange({ coin, summary, ...looks }: Cell & Omit<TickingChangeProps, 'source' | 'move'>): ReactNode {
  const shareOf = useCallback((tick: FeedDetail | undefined) => dayChangeOf(tick) ?? summary?.change, [summary]);
  const source = useTickSource(coin.symbol, shareOf);
  const move = useSyncExternalStore(source.subscribe, () => moveOf(source.get()));
  return <TickingChange source={source} move={move} {...looks} />;
}

/** What was traded in 24 hours, USDT, in brief. */
export function LiveVolume({ coin, summary }: Cell): ReactNode {
  const formats = useFormats();
  const brief = useCallback(
    (tick: FeedDetail | undefined) => formats.compact(tick?.vol ?? summary?.volume),
    [formats, summary],
  );
  return <TickingText source={useTickSource(coin.symbol, brief)} dir="auto" />;
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
    change: dayChangeOf(tick) ?? summary?.change ?? null,
    volume: tick?.vol ?? summary?.volume ?? null,
  };
}
