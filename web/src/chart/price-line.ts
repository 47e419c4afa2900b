// A line at a price that means something to the person: an entry, a limit, a liquidation. Some can be moved with a finger; one beyond
// the prices in sight is a tag at the edge, with an arrow to where it lies.
import type { Chart, OverlayCreateFiguresCallbackParams, OverlayFigure, OverlayTemplate, TextStyle, YAxis } from 'klinecharts'; // oxfmt-ignore
import type { ChartColors } from './chart-styles.ts';
import { placeTags } from './place-tags.ts';
import type { PlacedTag } from './place-tags.ts';

export const chartLineKinds = ['entry', 'takeProfit', 'stopLoss', 'liquidation', 'order', 'alert'] as const;
export type ChartLineKind = (typeof chartLineKinds)[number];

export interface ChartLine {
  id: string;
  /** Decimal text. */
  price: string;
  kind: ChartLineKind;
  /** Instead of the kind's own word, e.g. with what would be won. */
  text?: string;
  /** Of a tap on its name while its price is in sight; the same as long as the line stands. */
  onTap?: () => void;
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

type Drawing = OverlayCreateFiguresCallbackParams<LineDetails>;

/** A finger needs this much around the label. */
const [gripWidth, gripHeight] = [132, 36];

const colorOf = ({ kind, colors }: LineDetails): string =>
  ({ entry: colors.text, takeProfit: colors.rise, stopLoss: colors.fall, liquidation: colors.warn, order: colors.secondary, alert: colors.tones.f })[kind]; // oxfmt-ignore

const lettersOf = ({ colors }: LineDetails) => ({ size: 11, family: colors.family, weight: 'normal', borderRadius: 4, paddingTop: 3, paddingBottom: 3 }); // oxfmt-ignore

function drawLine(drawing: Drawing): OverlayFigure[] {
  const tag = tagOf(drawing);
  if (tag === undefined) return [];
  const { overlay, coordinates, bounding } = drawing;
  const details = overlay.extendData;
  const { isDraggable, colors } = details;
  const color = colorOf(details);
  const words = {
    type: 'text',
    attrs: { x: 4, y: tag.y, text: wordsOf(tag, details), align: 'left', baseline: 'middle' },
    styles: {
      ...lettersOf(details), style: 'stroke_fill', color: colors.text, backgroundColor: colors.raised, borderColor: color, borderSize: 1,
      paddingLeft: 6, paddingRight: 6,
    } satisfies Partial<TextStyle>, // oxfmt-ignore
    ignoreEvent: true,
  };
  const grip = {
    type: 'rect',
    attrs: { x: 0, y: tag.y - gripHeight / 2, width: gripWidth, height: gripHeight },
    styles: { style: 'fill', color: 'transparent' },
  };
  // What is out of sight is taken in by a tap, and not moved.
  if (tag.beyond) return [words, { ...grip, ignoreEvent: [...pressing] }];
  const y = coordinates[0]!.y;
  const line = {
    type: 'line',
    attrs: { coordinates: [{ x: 0, y }, { x: bounding.width, y }] }, // oxfmt-ignore
    styles: { style: 'dashed', color, size: 1, dashedValue: [5, 4] },
    ignoreEvent: true,
  };
  return [line, words, { ...grip, ignoreEvent: isDraggable ? false : [...pressing] }];
}

const pressing = ['onPressedMoveStart', 'onPressedMoving', 'onPressedMoveEnd'] as const;

const wordsOf = ({ beyond, more }: PlacedTag, { text, isDraggable }: LineDetails): string =>
  [
    beyond === 'above' ? '↑' : beyond === 'below' ? '↓' : isDraggable ? '⇅' : '',
    text,
    more > 0 ? `+${more}` : '',
  ].filter((part) => part !== '').join(' '); // oxfmt-ignore

/** The price itself stands on the axis, where prices are looked for; that of an entry is hollow, as it is no order and no price of now. */
function drawTag(drawing: Drawing): OverlayFigure[] {
  const tag = tagOf(drawing);
  if (tag === undefined) return [];
  const details = drawing.overlay.extendData;
  const { price, colors, kind } = details;
  const color = colorOf(details);
  const isHollow = kind === 'entry';
  return [
    {
      type: 'text',
      attrs: { x: drawing.bounding.width, y: tag.y, text: price, align: 'right', baseline: 'middle' },
      styles: {
        ...lettersOf(details), style: 'stroke_fill', color: isHollow ? color : colors.page, backgroundColor: isHollow ? colors.page : color,
        borderColor: color, borderSize: 1, paddingLeft: 4, paddingRight: 4,
      } satisfies Partial<TextStyle>, // oxfmt-ignore
      ignoreEvent: true,
    },
  ];
}

/** Undefined where another one at the edge stands for it. */
function tagOf({ chart, overlay, bounding, yAxis }: Drawing): PlacedTag | undefined {
  return yAxis === null ? undefined : tagsOf(chart, yAxis, bounding.height).find(({ id }) => id === overlay.id);
}

/** All at once, as none may hide another. */
function tagsOf(chart: Chart, yAxis: YAxis, height: number): PlacedTag[] {
  const heightOf = (price: number | undefined): number => yAxis.convertToPixel(price ?? 0);
  const lines = chart.getOverlays({ name: priceLine.name }).map(({ id, points, extendData }) => ({
    id,
    kind: (extendData as LineDetails).kind,
    y: heightOf(points[0]?.value),
  }));
  const last = chart.getDataList().at(-1)?.close;
  return placeTags(lines, { height, last: last === undefined ? undefined : heightOf(last) });
}
