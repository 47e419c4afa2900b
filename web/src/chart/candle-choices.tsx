// What stands over every chart: the length of its candles, one wish for all charts, and candles or a line.
import type { CandlePeriod } from '@candor/wire';
import { CandlestickChart, ChartLine } from 'lucide-react';
import type { ReactNode } from 'react';
import { setPreferences, usePreferences } from '../session/preferences.ts';
import { useText } from '../text/texts.ts';
import { TextChoices } from '../ui/choices.tsx';
import { IconButton } from '../ui/icon-button.tsx';

const periods = ['1min', '5min', '15min', '60min', '4hour', '1day', '1week'] as const satisfies CandlePeriod[];
type Period = (typeof periods)[number];
export type ChartLook = 'candles' | 'line';

/** The wished length of a candle, of those that are offered. */
export function useCandlePeriod(): Period {
  const wished = usePreferences((wishes) => wishes.candlePeriod);
  return periods.find((one) => one === wished) ?? '1min';
}

export function CandleChoices({ look, onLook }: { look: ChartLook; onLook: (look: ChartLook) => void }): ReactNode {
  const t = useText();
  const isLine = look === 'line';
  return (
    <div className="flex items-center">
      <TextChoices<Period>
        label={t('chart.period')}
        choices={periods.map((value) => ({ value, label: t(`chart.period_${value}`) }))}
        value={useCandlePeriod()}
        onChange={(candlePeriod) => setPreferences({ candlePeriod })}
        className="flex-1"
      />
      <IconButton
        icon={isLine ? CandlestickChart : ChartLine}
        label={t(isLine ? 'chart.asCandles' : 'chart.asLine')}
        onPress={() => onLook(isLine ? 'candles' : 'line')}
      />
    </div>
  );
}
