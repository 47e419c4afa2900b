// Price, change and the figures of the day; and, when the market can't be traded on, why.
import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { useMarketState } from '../session/live/market-states.ts';
import { useDayChange, usePrice, useTicker } from '../session/live/use-live.ts';
import { useFormats, useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Change, moveOf } from '../ui/change.tsx';
import { Price } from '../ui/price.tsx';
import { Words } from '../ui/words.tsx';

export const MarketHead = ({ coin }: { coin: Coin }): ReactNode => (
  <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-2 pb-1 wide:px-0">
    <div className="flex flex-col">
      <PriceNow coin={coin} />
      <ChangeNow coin={coin} />
    </div>
    <DayFigures coin={coin} />
  </div>
);

function PriceNow({ coin }: { coin: Coin }): ReactNode {
  const [price, change] = [usePrice(coin.symbol), useDayChange(coin.symbol)];
  const tone = { up: 'rise', down: 'fall', unchanged: 'text' } as const;
  return <Price price={price} coin={coin.code} isTicking size="figure" weight="strong" tone={tone[moveOf(change)]} />;
}

function ChangeNow({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  return (
    <span className="flex items-center gap-2">
      <Change share={useDayChange(coin.symbol)} className="justify-start" />
      <Words size="tiny" tone="faint">
        {t('options.day')}
      </Words>
    </span>
  );
}

function DayFigures({ coin }: { coin: Coin }): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const ticker = useTicker(coin.symbol);
  const price = (text: string | undefined): string =>
    formats.decimal(text, { min: coin.priceDecimals, max: coin.priceDecimals });
  const rows = [
    [t('options.dayHigh'), price(ticker?.high)],
    [t('options.dayLow'), price(ticker?.low)],
    [t('options.dayVolume'), formats.compact(ticker?.vol)],
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

/** Only when something is wrong: a live market says so by its ticking. */
export function MarketBanner({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const state = useMarketState(coin.symbol);
  if (state === 'degraded')
    return (
      <Banner tone="warn" title={t('options.degradedTitle')}>
        {t('options.degradedText')}
      </Banner>
    );
  if (state === 'halted')
    return (
      <Banner tone="danger" title={t('options.haltedTitle')}>
        {t('options.haltedText')}
      </Banner>
    );
  return null;
}
