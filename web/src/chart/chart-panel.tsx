// The chart with all that belongs to it: lengths of candles, settings, drawing, the whole screen.
import type { MarketSymbol } from '@candor/wire';
import { clsx } from 'clsx';
import { Maximize, Minimize, PencilRuler, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { whenIdle } from '../device/when-idle.ts';
import { useT } from '../text/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useLinesWithAlerts } from './alert-lines.ts';
import { CandleChoices, loadPicker, useCandlePeriod } from './candle-choices.tsx';
import { FullHead } from './full-head.tsx';
import type { DrawingBoard, DrawingState } from './draw.ts';
import type { ChartMark } from './order-mark.ts';
import { PriceChart } from './price-chart.tsx';
import type { ChartLine } from './price-line.ts';
import { useFullScreen } from './use-full-screen.ts';
import { whenOpened } from '../ui/when-opened.tsx';

export interface ChartPanelProps {
  symbol: MarketSymbol;
  label: string;
  marks?: readonly ChartMark[] | undefined;
  /** Entry, take profit, stop loss, liquidation: see ChartLine; alerts come by themselves. The same array while nothing in it changes. */
  lines?: readonly ChartLine[] | undefined;
  /** Of the chart within: its height. */
  className: string;
  /** What can be done on the whole screen too, e.g. the buttons that trade. */
  actions?: ReactNode;
}

// Their many signs come after the prices, which everyone waits for.
const toolsAfterMs = 3_000;
const loadBar = () => import('./drawing-bar.tsx');
const loadSettings = () => import('./chart-settings.tsx');
const DrawingBar = lazyPart(async () => (await loadBar()).DrawingBar);
const ChartSettings = whenOpened(async () => (await loadSettings()).ChartSettings);

const atRest: DrawingState = { kind: undefined, hasChosen: false };

const noLines: readonly ChartLine[] = [];

export function ChartPanel({ symbol, label, marks, lines = noLines, className, actions }: ChartPanelProps): ReactNode {
  const t = useT();
  const period = useCandlePeriod();
  const board = useRef<DrawingBoard>(undefined);
  const [hasSettings, setSettings] = useState(false);
  const [isDrawing, setDrawing] = useState(false);
  const [state, setState] = useState(atRest);
  const { isFull, toggle } = useFullScreen();
  useEffect(
    () => whenIdle(() => void Promise.allSettled([loadBar(), loadSettings(), loadPicker()]), { afterMs: toolsAfterMs }),
    [],
  );
  return (
    <div
      className={clsx(
        'flex min-w-0 flex-col bg-page',
        isFull
          ? 'fixed inset-0 z-35 pt-[env(safe-area-inset-top)] pb-[env(safe-area-inset-bottom)]'
          : 'px-2 wide:flex-1 wide:px-0',
      )}
    >
      {isFull && <FullHead symbol={symbol}>{actions}</FullHead>}
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
      </CandleChoices>
      {isDrawing && <DrawingBar symbol={symbol} state={state} board={board} />}
      <PriceChart
        symbol={symbol}
        period={period}
        marks={marks}
        lines={useLinesWithAlerts(symbol, lines)}
        board={board}
        onDrawing={setState}
        label={label}
        className={isFull ? 'flex-1' : className}
        corner={
          <IconButton
            icon={isFull ? Minimize : Maximize}
            label={t(isFull ? 'chart.endFull' : 'chart.full')}
            onPress={toggle}
          />
        }
      />
      {isFull && actions !== undefined && <div className="px-4 py-2 low:hidden">{actions}</div>}
      <ChartSettings isOpen={hasSettings} onClose={() => setSettings(false)} />
    </div>
  );
}
