// A coin's candles with what is running on them. The library comes with its first use; the place is kept meanwhile.
import type { CandlePeriod, MarketSymbol } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { ChartFrame } from '../ui/chart-frame.tsx';
import type { CandleChart, ChartLook, ChartState } from './candle-chart.ts';
import type { ChartMark } from './order-mark.ts';

export interface PriceChartProps {
  symbol: MarketSymbol;
  period: CandlePeriod;
  look: ChartLook;
  marks?: readonly ChartMark[];
  /** Says what is shown to those who don't see it. */
  label: string;
  /** Height and margins. */
  className?: string;
}

const load = () => import('./candle-chart.ts');
const noMarks: readonly ChartMark[] = [];

export function PriceChart({ symbol, period, look, marks = noMarks, label, className }: PriceChartProps): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CandleChart>();
  const [state, setState] = useState<ChartState>('loading');
  const [tries, setTries] = useState(0);

  useEffect(() => {
    let opened: CandleChart | undefined;
    let isGone = false;
    setState('loading');
    load().then(
      ({ openCandleChart }) => {
        if (isGone || !place.current) return;
        const words = {
          time: t('options.chartTime'), open: t('options.chartOpen'), high: t('options.chartHigh'), low: t('options.chartLow'),
          close: t('options.chartClose'), volume: t('options.chartVolume'), change: t('options.chartChange'),
        }; // prettier-ignore
        opened = openCandleChart(place.current, { formats, words, onState: setState });
        setChart(opened);
      },
      () => !isGone && setState('failed'),
    );
    return () => {
      isGone = true;
      opened?.close();
      setChart(undefined);
    };
  }, [t, formats, tries]);

  useEffect(() => chart?.show({ symbol, period }), [chart, symbol, period]);
  useEffect(() => chart?.setLook(look), [chart, look]);
  useEffect(() => chart?.setMarks(marks), [chart, marks]);
  useEffect(() => {
    if (!chart) return;
    const looks = new MutationObserver(() => chart.repaint());
    looks.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-colors'] });
    return () => looks.disconnect();
  }, [chart]);

  const retry = (): void => (chart ? chart.reload() : setTries(tries + 1));
  return (
    <ChartFrame
      ref={place}
      label={label}
      isLoading={state === 'loading'}
      error={state === 'failed' ? t('options.chartFailed') : state === 'empty' ? t('options.chartEmpty') : undefined}
      onRetry={retry}
      className={className}
    />
  );
}
