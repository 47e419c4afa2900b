// What stands over every chart: the length of its candles, one wish for all charts, and the way to its settings.
import type { CandlePeriod } from '@candor/wire';
import type { ReactNode } from 'react';
import { setPreferences, usePreferences } from '../session/preferences.ts';
import { useText } from '../text/texts.ts';
import { TextChoices } from '../ui/choices.tsx';

const periods = [
  '1min',
  '5min',
  '15min',
  '30min',
  '60min',
  '4hour',
  '1day',
  '1week',
  '1mon',
] as const satisfies CandlePeriod[];
type Period = (typeof periods)[number];

/** The wished length of a candle, of those that are offered. */
export function useCandlePeriod(): Period {
  const wished = usePreferences((wishes) => wishes.candlePeriod);
  return periods.find((one) => one === wished) ?? '1min';
}

/** With its buttons behind. */
export function CandleChoices({ children }: { children: ReactNode }): ReactNode {
  const t = useText();
  return (
    <div className="flex items-center">
      <TextChoices<Period>
        label={t('chart.period')}
        choices={periods.map((value) => ({ value, label: t(`chart.period_${value}`) }))}
        value={useCandlePeriod()}
        onChange={(candlePeriod) => setPreferences({ candlePeriod })}
        className="flex-1"
      />
      {children}
    </div>
  );
}
