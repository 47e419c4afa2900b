// The head of every screen that is about one market: its price, its day, and what its volume was.
import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import type { SummaryCoin } from '../session/live/market-cells.tsx';
import { useDayChange, usePrice, useTicker } from '../session/live/use-live.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Change, moveOf } from '../ui/change.tsx';
import { Calm } from '../ui/pace.tsx';
import { Price } from '../ui/price.tsx';
import { Words } from '../ui/words.tsx';

export interface MarketHeadProps {
  coin: Coin;
  /** What the summary said, until the first message of the feed. */
  summary?: SummaryCoin | undefined;
}

export const MarketHead = (props: MarketHeadProps): ReactNode => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-2 pb-1 wide:px-0">
    <div className="flex flex-col">
      <PriceNow {...props} />
      <ChangeNow {...props} />
    </div>
    <Calm>
      <DayFigures {...props} />
    </Calm>
  </div>
);

function PriceNow({ coin, summary }: MarketHeadProps): ReactNode {
  const price = usePrice(coin.symbol) ?? summary?.price;
  const change = useDayChange(coin.symbol) ?? summary?.change;
  const tone = { up: 'rise', down: 'fall', unchanged: 'text' } as const;
  return <Price price={price} coin={coin.code} isTicking size="figure" weight="strong" tone={tone[moveOf(change)]} />;
}

function ChangeNow({ coin, summary }: MarketHeadProps): ReactNode {
  const t = useText();
  return (
    <span className="flex items-center gap-2">
      <Change share={useDayChange(coin.symbol) ?? summary?.change} isTicking className="justify-start" />
      <Words size="tiny" tone="faint">
        {t('market.day')}
      </Words>
    </span>
  );
}

function DayFigures({ coin, summary }: MarketHeadProps): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const ticker = useTicker(coin.symbol);
  const price = (text: string | null | undefined): string =>
    formats.decimal(text, { min: coin.priceDecimals, max: coin.priceDecimals });
  const rows = [
    [t('market.dayHigh'), price(ticker?.high ?? summary?.high)],
    [t('market.dayLow'), price(ticker?.low ?? summary?.low)],
    [t('market.dayVolume'), formats.compact(ticker?.vol ?? summary?.volume)],
  ] as const;
  return (
    <dl className="ms-auto grid grid-cols-[auto_auto] gap-x-3">
      {rows.map(([label, figure]) => (
        <div key={label} className="contents">
          <Words as="dt" size="tiny" tone="faint" align="end">
            {label}
          </Words>
          <Words as="dd" size="tiny" tone="secondary" align="end">
            <bdi>{figure}</bdi>
          </Words>
        </div>
      ))}
    </dl>
  );
}
