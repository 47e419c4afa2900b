// A line at a price that means something to the person: an entry, a limit, a liquidation. Some can be moved with a finger.
import type { OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate } from 'klinecharts';
import type { ChartColors } from './chart-styles.ts';

export const chartLineKinds = ['entry', 'takeProfit', 'stopLoss', 'liquidation', 'order'] as const;
export type ChartLineKind = (typeof chartLineKinds)[number];

export interface ChartLine {
  id: string;
  /** Decimal text. */
  price: string;
  kind: ChartLineKind;
  /** Instead of the kind's own word, e.g. with what would be won. */
  text?: string;
  draggable?: boolean;
  /** With the price under the finger, in the coin's decimals: at each move, and once more when it is let go. */
  onDrag?: (price: string, phase: 'moving' | 'dropped') => void;
}

export interface LineDetails {
  text: string;
  price: string;
  kind: ChartLineKind;
  isDraggable: boolean;
  colors: ChartColors;
}

export const priceLine: OverlayTemplate<LineDetails> = {
  name: 'candorPriceLine',
  totalStep: 2,
  needDefaultPointFigure: false,
  needDefaultXAxisFigure: false,
  needDefaultYAxisFigure: false,
  createPointFigures: drawLine,
  createYAxisFigures: drawTag,
};

/** A finger needs this much around the label. */
const [gripWidth, gripHeight] = [132, 36];

const colorOf = ({ kind, colors }: LineDetails): string =>
  ({ entry: colors.accent, takeProfit: colors.rise, stopLoss: colors.fall, liquidation: colors.warn, order: colors.secondary })[kind]; // prettier-ignore

function drawLine({
  overlay,
  coordinates,
  bounding,
}: OverlayCreateFiguresCallbackParams<LineDetails>): OverlayFigure[] {
  const y = coordinates[0]?.y;
  if (y === undefined) return [];
  const details = overlay.extendData;
  const { text, isDraggable, colors } = details;
  const color = colorOf(details);
  const ignoreEvent = !isDraggable;
  const figures: OverlayFigure[] = [
    {
      type: 'line',
      attrs: { coordinates: [{ x: 0, y }, { x: bounding.width, y }] }, // prettier-ignore
      styles: { style: 'dashed', color, size: 1, dashedValue: [5, 4] },
      ignoreEvent: true,
    },
    {
      type: 'text',
      attrs: { x: 4, y, text: isDraggable ? `⇅ ${text}` : text, align: 'left', baseline: 'middle' },
      styles: {
        style: 'stroke_fill', color: colors.text, backgroundColor: colors.raised, borderColor: color, borderSize: 1, borderRadius: 4,
        size: 11, family: colors.family, weight: 'normal', paddingLeft: 6, paddingRight: 6, paddingTop: 3, paddingBottom: 3,
      }, // prettier-ignore
      ignoreEvent,
    },
  ];
  if (!isDraggable) return figures;
  const grip = { x: 0, y: y - gripHeight / 2, width: gripWidth, height: gripHeight };
  return [...figures, { type: 'rect', attrs: grip, styles: { style: 'fill', color: 'transparent' } }];
}

/** The price itself stands on the axis, where prices are looked for. */
function drawTag({ overlay, coordinates, bounding }: OverlayCreateFiguresCallbackParams<LineDetails>): OverlayFigure[] {
  const y = coordinates[0]?.y;
  if (y === undefined) return [];
  const { price, colors } = overlay.extendData;
  return [
    {
      type: 'text',
      attrs: { x: bounding.width, y, text: price, align: 'right', baseline: 'middle' },
      styles: {
        style: 'fill', color: colors.page, backgroundColor: colorOf(overlay.extendData), borderRadius: 4, size: 11, family: colors.family,
        weight: 'normal', paddingLeft: 5, paddingRight: 5, paddingTop: 3, paddingBottom: 3,
      }, // prettier-ignore
      ignoreEvent: true,
    },
  ];
}
