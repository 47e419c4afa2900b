// The minute of a correction among its neighbours: as it is drawn today, and as its ticks make it.
import { getMinutes } from '@candor/wire';
import type { ReactNode } from 'react';
import { Loaded } from '../session/loaded.tsx';
import { useRead } from '../session/use-read.ts';
import { useFormats, useT } from '../text/texts.ts';
import { CandleChart } from '../ui/candle-chart.tsx';
import type { Candle } from '../ui/candle-chart.tsx';
import { TitledCard } from '../ui/titled-card.tsx';

interface CorrectionChartProps {
  body: Readonly<Record<string, unknown>>;
  facts: Readonly<Record<string, unknown>>;
}

export function CorrectionChart({ body, facts }: CorrectionChartProps): ReactNode {
  const [t, formats] = [useT(), useFormats()];
  const { coin, minute_ms: minuteMs } = body as { coin: string; minute_ms: number };
  const { before, after } = facts as { before: Candle; after: Candle };
  const read = useRead(getMinutes, { coin, minute_ms: minuteMs });
  return (
    <TitledCard title={t('acts.chart')}>
      <Loaded read={read}>
        {({ minutes }) => (
          <CandleChart
            candles={minutes.map(({ minute_ms: at, ...candle }) => ({ at, ...candle }))}
            corrected={{ at: minuteMs, before, after }}
            label={t('acts.chartOf', { coin, time: formats.dateTime(minuteMs, 'minutes') })}
            words={{ before: t('acts.chartBefore'), after: t('acts.chartAfter') }}
          />
        )}
      </Loaded>
    </TitledCard>
  );
}
