import type { Coin } from '@candor/wire';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { CandleChoices, useCandlePeriod } from '../chart/candle-choices.tsx';
import type { ChartLook } from '../chart/candle-choices.tsx';
import { PriceChart } from '../chart/price-chart.tsx';
import { useText } from '../text/texts.ts';

/** The same chart as where one trades, with the same chosen length of candles. */
export function CoinChart({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const period = useCandlePeriod();
  const [look, setLook] = useState<ChartLook>('candles');
  return (
    <section aria-label={t('quotation.chartLabel', { coin: coin.code })} className="flex min-w-0 flex-col">
      <CandleChoices look={look} onLook={setLook} />
      <PriceChart
        symbol={coin.symbol}
        period={period}
        look={look}
        label={t('quotation.chartLabel', { coin: coin.code })}
        className="h-[clamp(11rem,36dvh,26rem)]"
      />
    </section>
  );
}
