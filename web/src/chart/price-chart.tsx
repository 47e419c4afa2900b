// A coin's candles with what is running on them. The library comes with its first use; the place is kept meanwhile.
import type { CandlePeriod, MarketSymbol } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useFormats, useText } from '../text/texts.ts';
import { ChartFrame } from '../ui/chart-frame.tsx';
import type { CandleChart, ChartState } from './candle-chart.ts';
import { setDrawings, useChartWishes } from './chart-wishes.ts';
import type { Drawing, DrawingKind } from './chart-wishes.ts';
import type { ChartMark } from './order-mark.ts';

export interface PriceChartProps {
  symbol: MarketSymbol;
  period: CandlePeriod;
  marks?: readonly ChartMark[];
  /** Hands out the tool that draws, once the chart is there. */
  onDraw?: (draw: ((kind: DrawingKind) => void) | undefined) => void;
  /** Says what is shown to those who don't see it. */
  label: string;
  /** Height and margins. */
  className?: string;
}

const load = () => import('./candle-chart.ts');
const noMarks: readonly ChartMark[] = [];
const noDrawings: readonly Drawing[] = [];

export function PriceChart({ symbol, period, marks = noMarks, onDraw, label, className }: PriceChartProps): ReactNode {
  const [t, formats] = [useText(), useFormats()];
  const { look, over, below, drawings } = useChartWishes();
  const place = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<CandleChart>();
  const [state, setState] = useState<ChartState>('loading');
  const [tries, setTries] = useState(0);
  const shown = useRef(symbol);

  useEffect(() => {
    let opened: CandleChart | undefined;
    let isGone = false;
    setState('loading');
    load().then(
      ({ openCandleChart }) => {
        if (isGone || !place.current) return;
        const words = {
          time: t('chart.time'), open: t('chart.open'), high: t('chart.high'), low: t('chart.low'),
          close: t('chart.close'), volume: t('chart.volume'), change: t('chart.change'),
        }; // prettier-ignore
        const keep = (drawing: Drawing): void =>
          setDrawings(shown.current, (all) => [...all.filter(({ id }) => id !== drawing.id), drawing]);
        opened = openCandleChart(place.current, { formats, words, onState: setState, onDrawn: keep });
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

  useEffect(() => {
    shown.current = symbol;
    chart?.show({ symbol, period });
  }, [chart, symbol, period]);
  useEffect(() => chart?.setIndicators({ over, below }), [chart, over, below]);
  useEffect(() => chart?.setDrawings(drawings[symbol] ?? noDrawings), [chart, drawings, symbol]);
  useEffect(() => onDraw?.(chart?.draw), [chart, onDraw]);
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
      error={state === 'failed' ? t('chart.failed') : state === 'empty' ? t('chart.empty') : undefined}
      onRetry={retry}
      extraPanes={below.filter((name) => name !== 'VOL').length}
      className={className}
    />
  );
}
