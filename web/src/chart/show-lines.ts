// The price lines on a chart: put where they are wished, and told where a finger has taken them.
import type { Chart } from 'klinecharts';
import type { Formats } from '../text/formats.ts';
import type { ChartColors } from './chart-styles.ts';
import { priceTextOf } from './chart-texts.ts';
import { priceLine } from './price-line.ts';
import type { ChartLine, LineDetails } from './price-line.ts';
import { widenRange } from './widen-range.ts';

/** A line with the word of its kind. */
export type WordedLine = ChartLine & { word: string };

export interface LineShow {
  show(lines: readonly WordedLine[]): void;
}

export interface LineShowOptions {
  formats: Formats;
  /** Of the price of the coin that is shown. */
  decimals: () => number;
  colors: () => ChartColors;
}

export function openLineShow(chart: Chart, { formats, decimals, colors }: LineShowOptions): LineShow {
  let lines: readonly WordedLine[] = [];
  /** The line under the finger follows the finger and not its price. */
  let dragged: string | undefined;
  let shown = '';
  const figureOf = (price: string): string => formats.decimal(price, { min: decimals(), max: decimals() });

  function draw({ id, kind, price, text, word, draggable = false }: WordedLine): void {
    const details: LineDetails = { text: text ?? word, price: figureOf(price), kind, isDraggable: draggable, colors: colors() }; // prettier-ignore
    if (dragged === id) {
      // Its words follow too: what would be won or lost there.
      chart.overrideOverlay({ id, extendData: details });
      return;
    }
    const drawn = { id, points: [{ value: +price }], extendData: details, lock: !draggable };
    if (chart.overrideOverlay(drawn)) return;
    chart.createOverlay({
      name: priceLine.name,
      ...drawn,
      onPressedMoveStart: () => void (dragged = id),
      onPressedMoving: ({ overlay }) => drag(id, overlay.points[0]?.value, 'moving'),
      onPressedMoveEnd({ overlay }) {
        dragged = undefined;
        drag(id, overlay.points[0]?.value, 'dropped');
        // Where it was let go is a wish; its place is the price that it is given then.
        show(lines);
      },
      // The library removes what is pressed with the other button; such a line is no drawing.
      onRightClick: (event) => event.preventDefault?.(),
    });
  }

  function drag(id: string, place: number | undefined, phase: 'moving' | 'dropped'): void {
    const [overlay] = chart.getOverlays({ id });
    if (place === undefined || !overlay) return;
    const price = priceTextOf(place, decimals());
    const details = overlay.extendData as LineDetails;
    chart.overrideOverlay({ id, extendData: { ...details, price: figureOf(price) } });
    lines.find((line) => line.id === id)?.onDrag?.(price, phase);
  }

  function show(wanted: readonly WordedLine[]): void {
    lines = wanted;
    const known = new Set(wanted.map(({ id }) => id));
    for (const { id } of chart.getOverlays({ name: priceLine.name })) if (!known.has(id)) chart.removeOverlay({ id });
    for (const line of wanted) draw(line);
    if (dragged === undefined) takeIn(wanted.map(({ price }) => +price));
  }

  /** Prices as far as the lines; under a finger the scale stands still. */
  function takeIn(prices: readonly number[]): void {
    if (prices.join() === shown) return;
    shown = prices.join();
    chart.overrideYAxis({
      paneId: 'candle_pane',
      createRange({ defaultRange }) {
        const { from, to } = widenRange(defaultRange, prices);
        const [range, realRange, displayRange] = [to - from, to - from, to - from];
        return { ...defaultRange, from, to, range, realFrom: from, realTo: to, realRange, displayFrom: from, displayTo: to, displayRange }; // prettier-ignore
      },
    });
  }

  return { show };
}
