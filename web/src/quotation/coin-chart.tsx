import type { Coin } from '@candor/wire';
import type { ReactNode } from 'react';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { useText } from '../text/texts.ts';

/** The same chart as where one trades, with the same wishes. */
export function CoinChart({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const label = t('quotation.chartLabel', { coin: coin.code });
  return (
    <section aria-label={label} className="-mx-2 flex min-w-0 flex-col">
      <ChartPanel symbol={coin.symbol} label={label} className="h-[clamp(11rem,36dvh,26rem)]" />
    </section>
  );
}
