// A coin's candles with what runs on them. The library comes with its first use; the place is kept meanwhile.
import { coinOfSymbol } from '@candor/wire';
import type { CandlePeriod, MarketSymbol } from '@candor/wire';
import { useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import type { ReactNode, Ref } from 'react';
import { useCorrections } from './corrections.ts';
import { useLive } from '../live/use-live.ts';
import { useT } from '../text/texts.ts';
import type { Translate } from '../text/translate.ts';
import { Change } from '../ui/change.tsx';
import { ChartFrame } from '../ui/chart-frame.tsx';
import { ChartLegend, CrosshairBox } from '../ui/chart-legend.tsx';
import type { CrosshairBoxProps } from '../ui/chart-legend.tsx';
import type { ChartValues, CorrectedValues } from './chart-values.ts';
import { useChartPreferences } from './chart-preferences.ts';
import type { Drawing } from './chart-preferences.ts';
import type { DrawingBoard, DrawingState } from './draw.ts';
import type { ChartState } from './load-bars.ts';
import type { ChartMark } from './order-mark.ts';
import type { ChartLine } from './price-line.ts';
import type { WordedLine } from './show-lines.ts';
import { useShort } from '../ui/use-screen.ts';
import { useChart } from './use-chart.ts';

export interface PriceChartProps {
  symbol: MarketSymbol;
  period: CandlePeriod;
  /** What runs from a moment to a moment, e.g. an option. */
  marks?: readonly ChartMark[] | undefined;
  /** Prices that mean something: entry, take profit, stop loss, liquidation. The same array while nothing in it changes. */
  lines?: readonly ChartLine[] | undefined;
  /** To draw with, once the chart is there. */
  board?: Ref<DrawingBoard | undefined>;
  onDrawing?: (state: DrawingState) => void;
  /** Says what is shown to those who don't see it. */
  label: string;
  /** Height and margins. */
  className?: string | undefined;
  /** Where both axes meet. */
  corner?: ReactNode;
}

const noMarks: readonly ChartMark[] = [];
const noLines: readonly ChartLine[] = [];
const noDrawings: readonly Drawing[] = [];

export function PriceChart(props: PriceChartProps): ReactNode {
  const { symbol, period, marks = noMarks, lines = noLines, label, className } = props;
  const t = useT();
  const { look, over, below: preferredBelow, lengths, isMagnetic, drawings } = useChartPreferences();
  const isShort = useShort();
  // A short screen has its height for the prices.
  const below = useMemo(() => preferredBelow.filter((name) => !isShort || name !== 'VOL'), [preferredBelow, isShort]);
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<ChartState>('loading');
  const sight = { subject: { symbol, period }, look, indicators: { over, below, lengths } };
  const [chart, retry] = useChart({ place, sight, onState: setState, onDrawing: props.onDrawing });

  useEffect(() => chart?.show({ symbol, period }), [chart, symbol, period]);
  useEffect(() => chart?.setIndicators({ over, below, lengths }), [chart, over, below, lengths]);
  useEffect(() => chart?.board.setMagnetic(isMagnetic), [chart, isMagnetic]);
  useEffect(() => chart?.board.show(drawings[symbol] ?? noDrawings), [chart, drawings, symbol]);
  useEffect(() => chart?.setLook(look), [chart, look]);
  useEffect(() => chart?.setMarks(marks), [chart, marks]);
  const worded = useMemo(
    (): WordedLine[] => lines.map((line) => ({ ...line, word: t(`chart.line_${line.kind}`) })),
    [lines, t],
  );
  useEffect(() => chart?.setLines(worded), [chart, worded]);
  const { data: corrections } = useCorrections(coinOfSymbol(symbol)!.code);
  useEffect(() => chart?.setCorrections(corrections), [chart, corrections]);
  useImperativeHandle(props.board, () => chart?.board, [chart]);

  return (
    <ChartFrame
      ref={place}
      label={label}
      isLoading={state === 'loading'}
      error={state === 'failed' ? t('chart.failed') : state === 'empty' ? t('chart.empty') : undefined}
      onRetry={retry}
      extraPanes={below.filter((name) => name !== 'VOL').length}
      className={className}
      legend={chart ? <Legend over={chart.values.over} /> : <ChartLegend items={[]} />}
      over={chart && <Crosshair candle={chart.values.candle} />}
      corner={props.corner}
    />
  );
}

const Legend = ({ over }: Pick<ChartValues, 'over'>): ReactNode => <ChartLegend items={useLive(over)} />;

function Crosshair({ candle: store }: Pick<ChartValues, 'candle'>): ReactNode {
  const t = useT();
  const candle = useLive(store);
  if (!candle) return null;
  return (
    <CrosshairBox
      title={candle.time}
      side={candle.side}
      rows={[
        { label: t('chart.open'), value: <Figure text={candle.open} /> },
        { label: t('chart.high'), value: <Figure text={candle.high} /> },
        { label: t('chart.low'), value: <Figure text={candle.low} /> },
        { label: t('chart.close'), value: <Figure text={candle.close} /> },
        { label: t('chart.change'), value: <Change share={candle.change} size="tiny" /> },
        { label: t('chart.volume'), value: <bdi dir="auto">{candle.volume}</bdi> },
        ...correctedRows(candle.corrected, t),
      ]}
    />
  );
}

function correctedRows(corrected: CorrectedValues | undefined, t: Translate): CrosshairBoxProps['rows'] {
  if (!corrected) return [];
  if (corrected.before.length === 0) {
    return [{ label: t('chart.correctedMinutes'), value: <Figure text={String(corrected.minutes)} /> }];
  }
  return corrected.before.map(({ price, text }) => ({
    label: t('chart.before', { what: t(`chart.${price}`) }),
    value: <Figure text={text} />,
  }));
}

const Figure = ({ text }: { text: string }): ReactNode => <bdi className="figure">{text}</bdi>;
