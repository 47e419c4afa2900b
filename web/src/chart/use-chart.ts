// The life of a chart within a component: opened in its place, closed with it, and repainted when the page's colours change.
import type { MarketSymbol } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useFormats } from '../text/texts.ts';
import { nextTurn } from '../ui/next-turn.ts';
import type { CandleChart } from './candle-chart.ts';
import { setDrawings } from './chart-wishes.ts';
import type { Drawing } from './chart-wishes.ts';
import type { DrawingState } from './draw.ts';
import type { ChartState } from './load-bars.ts';

export interface UseChartOptions {
  place: RefObject<HTMLDivElement | null>;
  /** Whose drawings are made now. */
  symbol: MarketSymbol;
  /** Another number tries to load the library once more. */
  tries: number;
  onState: (state: ChartState) => void;
  onDrawing: ((state: DrawingState) => void) | undefined;
}

const load = () => import('./candle-chart.ts');

export function useChart({ place, symbol, tries, onState, onDrawing }: UseChartOptions): CandleChart | undefined {
  const formats = useFormats();
  const [chart, setChart] = useState<CandleChart>();
  const latest = useRef({ symbol, onDrawing });
  useEffect(() => {
    latest.current = { symbol, onDrawing };
  });

  // Another language makes another chart: the library's texts are fixed when it begins.
  useEffect(() => {
    let opened: CandleChart | undefined;
    let isGone = false;
    onState('loading');
    load().then(
      async ({ openCandleChart }) => {
        // Reading the library, opening the chart and filling it are three works.
        await nextTurn();
        if (isGone || !place.current) return;
        const drawing = {
          onDrawn: (drawn: Drawing) =>
            setDrawings(latest.current.symbol, (all) => [...all.filter(({ id }) => id !== drawn.id), drawn]),
          onErased: (id: string) => setDrawings(latest.current.symbol, (all) => all.filter((one) => one.id !== id)),
          onState: (state: DrawingState) => latest.current.onDrawing?.(state),
        };
        opened = openCandleChart(place.current, { formats, onState, drawing });
        await nextTurn();
        if (!isGone) setChart(opened);
      },
      () => !isGone && onState('failed'),
    );
    return () => {
      isGone = true;
      opened?.close();
      setChart(undefined);
    };
  }, [formats, tries, place, onState]);

  useEffect(() => {
    if (!chart) return;
    const looks = new MutationObserver(() => chart.repaint());
    looks.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-colors'] });
    return () => looks.disconnect();
  }, [chart]);
  return chart;
}
