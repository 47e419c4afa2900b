// The life of a chart within a component: opened in its place, closed with it, and repainted when the page's colours change.
import type { MarketSymbol } from '@candor/wire';
import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { useFormats } from '../text/texts.ts';
import { firstPaint, nextTurn } from '../ui/next-turn.ts';
import type { CandleChart, ChartSight } from './candle-chart.ts';
import { setDrawings } from './chart-preferences.ts';
import type { Drawing } from './chart-preferences.ts';
import type { DrawingState } from './draw.ts';
import type { ChartState } from './load-bars.ts';

export interface UseChartOptions {
  place: RefObject<HTMLDivElement | null>;
  /** What is shown first; drawings that are made belong to its coin. */
  sight: ChartSight;
  onState: (state: ChartState) => void;
  onDrawing: ((state: DrawingState) => void) | undefined;
}

// A third of the page's code: all that can be read without a chart is there before it.
const load = () => firstPaint().then(() => import('./candle-chart.ts'));

/** The chart, once it is there, and another try to get it: to load the library or, where it is there, what it shows. */
export function useChart({ place, sight, onState, onDrawing }: UseChartOptions): [CandleChart | undefined, () => void] {
  const formats = useFormats();
  const [library, setLibrary] = useState(load);
  const [chart, setChart] = useState<CandleChart>();
  const latest = useRef({ sight, onDrawing });
  useEffect(() => {
    latest.current = { sight, onDrawing };
  });

  // Another language makes another chart: the library's texts are fixed when it begins.
  useEffect(() => {
    let opened: CandleChart | undefined;
    let isGone = false;
    onState('loading');
    library.then(
      async ({ beginTexts, openCandleChart, readFirstBars }) => {
        // Reading the library, opening the chart and following it are works of their own. Nobody would see a chart without bars.
        await nextTurn();
        if (isGone || !place.current) return;
        const reading = readFirstBars(latest.current.sight.subject);
        await beginTexts(place.current, formats);
        const first = await reading;
        await nextTurn();
        if (isGone || !place.current) return;
        const symbolOf = (): MarketSymbol => latest.current.sight.subject.symbol;
        const drawing = {
          onDrawn: (drawn: Drawing) =>
            setDrawings(symbolOf(), (all) => [...all.filter(({ id }) => id !== drawn.id), drawn]),
          onErased: (id: string) => setDrawings(symbolOf(), (all) => all.filter((one) => one.id !== id)),
          onState: (state: DrawingState) => latest.current.onDrawing?.(state),
        };
        opened = openCandleChart(place.current, { formats, onState, drawing, sight: latest.current.sight, first });
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
  }, [formats, library, place, onState]);

  useEffect(() => {
    if (!chart) return;
    const looks = new MutationObserver(() => chart.repaint());
    looks.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-colors'] });
    return () => looks.disconnect();
  }, [chart]);
  return [chart, () => (chart ? chart.reload() : setLibrary(load()))];
}
