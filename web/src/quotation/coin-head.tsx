import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { LiveChange, LivePrice } from '../session/live/market-cells.tsx';
import type { SummaryCoin } from '../session/live/market-cells.tsx';
import { useMarketState } from '../session/live/market-states.ts';
import { useTicker } from '../session/live/use-live.ts';
import { useText } from '../text/texts.ts';
import { Banner } from '../ui/banner.tsx';
import { CoinIcon } from '../ui/coin-icon.tsx';
import { Compact } from '../ui/compact.tsx';
import { Price } from '../ui/price.tsx';
import { Stats } from '../ui/stats.tsx';
import { Words } from '../ui/words.tsx';

/** The present price of a coin, and its day. */
export function CoinHead({ coin, summary }: { coin: Coin; summary: SummaryCoin | undefined }): ReactNode {
  const t = useText();
  const state = useMarketState(coin.symbol) ?? summary?.state ?? 'live';
  return (
    <section aria-label={coin.name} className="flex flex-col gap-3 pt-3">
      <div className="flex items-center gap-2">
        <CoinIcon coin={coin.code} size="small" />
        <Words size="small" tone="secondary">
          {coin.name}
        </Words>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <LivePrice coin={coin} summary={summary} size={coin.priceDecimals > 6 ? 'title' : 'figure'} weight="strong" />
        <LiveChange coin={coin} summary={summary} />
      </div>
      {state !== 'live' && <Banner tone={state === 'halted' ? 'danger' : 'warn'} title={t(`quotation.${state}`)} />}
      <DayStats coin={coin} summary={summary} />
    </section>
  );
}

function DayStats({ coin, summary }: { coin: Coin; summary: SummaryCoin | undefined }): ReactNode {
  const t = useText();
  const ticker = useTicker(coin.symbol);
  const brief = (text: string | null | undefined): ReactNode => (
    <>
      <Compact amount={text} />
      <Words size="tiny" tone="faint">
        {' USDT'}
      </Words>
    </>
  );
  return (
    <Stats
      isSmall
      stats={[
        {
          label: t('quotation.high'),
          value: <Price price={ticker?.high ?? summary?.high} coin={coin.code} size="small" />,
        },
        {
          label: t('quotation.low'),
          value: <Price price={ticker?.low ?? summary?.low} coin={coin.code} size="small" />,
        },
        { label: t('quotation.dayVolume'), value: brief(ticker?.vol ?? summary?.volume) },
      ]}
    />
  );
}
