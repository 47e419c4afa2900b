import type { CandlePeriod, Coin } from '@candor/wire';
import { CandlestickChart, ChartLine } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PriceChart } from '../chart/price-chart.tsx';
import { setPreferences, usePreferences } from '../session/preferences.ts';
import { useText } from '../text/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { TextChoices } from '../ui/text-choices.tsx';

const periods = ['1min', '5min', '15min', '60min', '4hour', '1day', '1week'] as const satisfies CandlePeriod[];
type Period = (typeof periods)[number];

/** The same chart as where one trades, with the same chosen length of candles. */
export function CoinChart({ coin }: { coin: Coin }): ReactNode {
  const t = useText();
  const chosen = usePreferences((wishes) => wishes.candlePeriod);
  const period = periods.find((one) => one === chosen) ?? '1min';
  const [look, setLook] = useState<'candles' | 'line'>('candles');
  const isLine = look === 'line';
  return (
    <section aria-label={t('quotation.chartLabel', { coin: coin.code })} className="flex min-w-0 flex-col">
      <div className="flex items-center">
        <TextChoices<Period>
          label={t('quotation.period')}
          choices={periods.map((value) => ({ value, label: t(`quotation.period_${value}`) }))}
          value={period}
          onChange={(candlePeriod) => setPreferences({ candlePeriod })}
          className="flex-1"
        />
        <IconButton
          icon={isLine ? CandlestickChart : ChartLine}
          label={t(isLine ? 'quotation.asCandles' : 'quotation.asLine')}
          onPress={() => setLook(isLine ? 'candles' : 'line')}
        />
      </div>
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
