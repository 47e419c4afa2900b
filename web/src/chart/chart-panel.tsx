// The chart with all that belongs to it: lengths of candles, settings, drawing, the whole screen.
import type { MarketSymbol } from '@candor/wire';
import { Maximize, Minimize, SlidersHorizontal } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useText } from '../text/texts.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { toast } from '../ui/toast.ts';
import { CandleChoices, useCandlePeriod } from './candle-choices.tsx';
import { ChartSettings } from './chart-settings.tsx';
import type { DrawingKind } from './chart-wishes.ts';
import type { ChartMark } from './order-mark.ts';
import { PriceChart } from './price-chart.tsx';

export interface ChartPanelProps {
  symbol: MarketSymbol;
  label: string;
  marks?: readonly ChartMark[];
  /** Of the chart within: its height. */
  className: string;
}

type Draw = (kind: DrawingKind) => void;

export function ChartPanel({ symbol, label, marks, className }: ChartPanelProps): ReactNode {
  const t = useText();
  const period = useCandlePeriod();
  const panel = useRef<HTMLDivElement>(null);
  const draw = useRef<Draw>(undefined);
  const [hasSettings, setSettings] = useState(false);
  const isFull = useIsFull(panel);
  const [onDraw] = useState(() => (tool: Draw | undefined) => void (draw.current = tool));
  return (
    <div ref={panel} className="flex min-w-0 flex-col bg-page px-2 wide:flex-1">
      <CandleChoices>
        {document.fullscreenEnabled && (
          <IconButton
            icon={isFull ? Minimize : Maximize}
            label={t(isFull ? 'chart.endFull' : 'chart.full')}
            onPress={() => void toggleFull(panel.current)}
          />
        )}
        {!isFull && (
          <IconButton icon={SlidersHorizontal} label={t('chart.settings')} onPress={() => setSettings(true)} />
        )}
      </CandleChoices>
      <PriceChart
        symbol={symbol}
        period={period}
        onDraw={onDraw}
        label={label}
        className={`${className} in-[:fullscreen]:h-auto in-[:fullscreen]:flex-1`}
        {...(marks === undefined ? {} : { marks })}
      />
      <ChartSettings
        symbol={symbol}
        isOpen={hasSettings}
        onClose={() => setSettings(false)}
        onDraw={(kind) => {
          setSettings(false);
          draw.current?.(kind);
          toast.notice(t('chart.drawHint'));
        }}
      />
    </div>
  );
}

function useIsFull(panel: { current: Element | null }): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const note = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === panel.current);
    document.addEventListener('fullscreenchange', note);
    return () => document.removeEventListener('fullscreenchange', note);
  }, [panel]);
  return isFull;
}

/** A phone is turned along where it lets a page do that. */
async function toggleFull(panel: Element | null): Promise<void> {
  if (document.fullscreenElement) return document.exitFullscreen();
  const orientation = screen.orientation as ScreenOrientation & { lock?: (way: string) => Promise<void> };
  await panel?.requestFullscreen();
  await orientation.lock?.('landscape').catch(() => undefined);
}
