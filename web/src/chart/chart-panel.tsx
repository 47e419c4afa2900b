// The chart with all that belongs to it: lengths of candles, settings, drawing, the whole screen.
import type { MarketSymbol } from '@candor/wire';
import { clsx } from 'clsx';
import { Maximize, Minimize, PencilRuler, SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../text/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { CandleChoices, useCandlePeriod } from './candle-choices.tsx';
import { ChartSettings } from './chart-settings.tsx';
import type { DrawingBoard, DrawingState } from './draw.ts';
import type { ChartMark } from './order-mark.ts';
import { PriceChart } from './price-chart.tsx';
import type { ChartLine } from './price-line.ts';
import { useFullScreen } from './use-full-screen.ts';

export interface ChartPanelProps {
  symbol: MarketSymbol;
  label: string;
  marks?: readonly ChartMark[] | undefined;
  /** Entry, take profit, stop loss, liquidation: see ChartLine. The same array while nothing in it changes. */
  lines?: readonly ChartLine[] | undefined;
  /** Of the chart within: its height. */
  className: string;
}

// Their many signs come after the prices, which everyone waits for.
const toolsAfterMs = 3_000;
const loadTools = () => import('./drawing-bar.tsx');
const DrawingBar = lazy(async () => ({ default: (await loadTools()).DrawingBar }));

const atRest: DrawingState = { kind: undefined, hasChosen: false };

export function ChartPanel({ symbol, label, marks, lines, className }: ChartPanelProps): ReactNode {
  const t = useText();
  const period = useCandlePeriod();
  const board = useRef<DrawingBoard>(undefined);
  const [hasSettings, setSettings] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const [state, setState] = useState(atRest);
  const { isFull, toggle } = useFullScreen();
  useEffect(() => {
    const later = setTimeout(() => void loadTools().catch(() => undefined), toolsAfterMs);
    return () => clearTimeout(later);
  }, []);
  return (
    <div
      className={clsx(
        'flex min-w-0 flex-col bg-page',
        isFull
          ? 'fixed inset-0 z-35 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]'
          : 'px-2 wide:flex-1',
      )}
    >
      <CandleChoices>
        <IconButton
          icon={PencilRuler}
          label={t('chart.draw')}
          isPressed={isDrawing}
          onPress={() => {
            board.current?.begin(undefined);
            setDrawing(!isDrawing);
          }}
        />
        <IconButton icon={SlidersHorizontal} label={t('chart.settings')} onPress={() => setSettings(true)} />
        <IconButton
          icon={isFull ? Minimize : Maximize}
          label={t(isFull ? 'chart.endFull' : 'chart.full')}
          onPress={toggle}
        />
      </CandleChoices>
      {isDrawing && (
        <Suspense>
          <DrawingBar symbol={symbol} state={state} board={board} />
        </Suspense>
      )}
      <PriceChart
        symbol={symbol}
        period={period}
        marks={marks}
        lines={lines}
        board={board}
        onDrawing={setState}
        label={label}
        className={isFull ? 'flex-1' : className}
      />
      <ChartSettings isOpen={hasSettings} onClose={() => setSettings(false)} />
    </div>
  );
}
