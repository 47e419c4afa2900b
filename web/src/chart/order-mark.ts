// What a running order looks like on the chart: a line at its entry price, a point where it began, and where it will end.
import type { Chart, OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartColors } from './chart-styles.ts';

export interface ChartMark {
  id: string;
  /** Entry price, decimal text. */
  price: string;
  enteredAt: number;
  expiresAt: number | null;
  side: 'up' | 'down';
  /** Beside the line, e.g. "entry 93,321.10". */
  text: string;
}

interface MarkDetails extends ChartMark {
  colors: ChartColors;
  periodMs: number;
}

export const orderMark: OverlayTemplate<MarkDetails> = {
  name: 'orderMark',
  totalStep: 2,
  lock: true,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: drawMark,
};

function drawMark({
  chart,
  overlay,
  coordinates,
  bounding,
  xAxis,
}: OverlayCreateFiguresCallbackParams<MarkDetails>): OverlayFigure[] {
  const y = coordinates[0]?.y;
  if (y === undefined || xAxis === null) return [];
  const { colors, side, text, enteredAt, expiresAt, periodMs } = overlay.extendData;
  const pixelOf = (at: number): number => xAxis.convertToPixel(placeOf(chart, at, periodMs));
  const color = side === 'up' ? colors.rise : colors.fall;
  const [start, end] = [pixelOf(enteredAt), expiresAt === null ? undefined : pixelOf(expiresAt)];
  const line = (from: { x: number; y: number }, to: { x: number; y: number }): OverlayFigure => ({
    type: 'line',
    attrs: { coordinates: [from, to] },
    styles: { style: 'dashed', color, size: 1, dashedValue: [4, 3] },
    ignoreEvent: true,
  });
  const figures = [
    line({ x: 0, y }, { x: bounding.width, y }),
    circle({ x: start, y }, color),
    label({ x: 4, y: Math.max(12, y) }, { text, color, colors }),
  ];
  if (end === undefined) return figures;
  // On long candles both ends lie within one; the point at the expiry keeps them apart.
  return [
    ...figures,
    line({ x: end, y: 0 }, { x: end, y: bounding.height }),
    circle({ x: end, y }, colors.page, color),
  ];
}

/** Candles begin at their time: the moment lies between the edges of the one it belongs to, also past the last. */
function placeOf(chart: Chart, at: number, periodMs: number): number {
  const bars = chart.getDataList();
  const last = bars.at(-1);
  return last === undefined ? 0 : bars.length - 1 + (at - last.timestamp) / periodMs - 0.5;
}

const circle = ({ x, y }: { x: number; y: number }, color: string, borderColor = color): OverlayFigure => ({
  type: 'circle',
  attrs: { x, y, r: 3.5 },
  styles: { style: 'stroke_fill', color, borderColor, borderSize: 2 },
  ignoreEvent: true,
});

const label = (
  { x, y }: { x: number; y: number },
  { text, color, colors }: { text: string; color: string; colors: ChartColors },
): OverlayFigure => ({
  type: 'text',
  attrs: { x, y, text, align: 'left', baseline: 'middle' },
  styles: {
    style: 'stroke_fill', color: colors.text, backgroundColor: colors.raised, borderColor: color, borderSize: 1, borderRadius: 4,
    size: 11, family: colors.family, weight: 'normal', paddingLeft: 6, paddingRight: 6, paddingTop: 3, paddingBottom: 3,
  }, // oxfmt-ignore
  ignoreEvent: true,
});
