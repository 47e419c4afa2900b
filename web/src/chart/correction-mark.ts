// Where a candle was put right: what it looked like before as a dashed ghost, with a sign above it.
import type { CandleCorrection } from '@candor/wire';
import type { Chart, KLineData, OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartColors } from './chart-styles.ts';

interface CorrectionDetails {
  correction: CandleCorrection;
  /** A longer candle has no before of its own: only the minute's is known. */
  isMinute: boolean;
  colors: ChartColors;
}

const markName = 'candorCorrection';

export const correctionMark: OverlayTemplate<CorrectionDetails> = {
  name: markName,
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: drawMark,
};

export interface CorrectionShow {
  corrections: readonly CandleCorrection[];
  isMinute: boolean;
  colors: ChartColors;
}

export function showCorrections(chart: Chart, { corrections, isMinute, colors }: CorrectionShow): void {
  const known = new Set(corrections.map(idOf));
  for (const { id } of chart.getOverlays({ name: markName })) if (!known.has(id)) chart.removeOverlay({ id });
  for (const correction of corrections) {
    const points = [{ timestamp: correction.minute_ms, value: +correction.after.high }];
    const drawn = { id: idOf(correction), points, extendData: { correction, isMinute, colors } };
    if (!chart.overrideOverlay(drawn)) chart.createOverlay({ name: markName, ...drawn });
  }
}

const idOf = ({ id }: CandleCorrection): string => `correction-${id}`;

/** The candle that a moment lies in; undefined when it is not among those that are loaded. */
export function barAt(bars: readonly KLineData[], at: number): number | undefined {
  const place = bars.findLastIndex(({ timestamp }) => timestamp <= at);
  return place < 0 ? undefined : place;
}

function drawMark({
  chart,
  overlay,
  xAxis,
  yAxis,
}: OverlayCreateFiguresCallbackParams<CorrectionDetails>): OverlayFigure[] {
  const { correction, isMinute, colors } = overlay.extendData;
  const bars = chart.getDataList();
  const place = barAt(bars, correction.minute_ms);
  const bar = place === undefined ? undefined : bars[place];
  if (place === undefined || !bar || !xAxis || !yAxis) return [];
  const x = xAxis.convertToPixel(place);
  const sign: OverlayFigure = {
    type: 'polygon',
    attrs: { coordinates: diamond(x, yAxis.convertToPixel(bar.high) - 10) },
    styles: { style: 'fill', color: colors.warn },
    ignoreEvent: true,
  };
  if (!isMinute) return [sign];
  const [top, bottom] = [yAxis.convertToPixel(+correction.before.high), yAxis.convertToPixel(+correction.before.low)];
  const ghost: OverlayFigure = {
    type: 'line',
    attrs: { coordinates: [{ x, y: top }, { x, y: bottom }] }, // oxfmt-ignore
    styles: { style: 'dashed', color: colors.warn, size: 1, dashedValue: [2, 3] },
    ignoreEvent: true,
  };
  return [ghost, sign];
}

const diamond = (x: number, y: number): { x: number; y: number }[] => [
  { x, y: y - 4 },
  { x: x + 4, y },
  { x, y: y + 4 },
  { x: x - 4, y },
];
