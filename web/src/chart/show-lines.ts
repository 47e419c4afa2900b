// The price lines on a chart: put where they are preferred, and told where a finger has taken them.
import type { AxisTick, Chart } from 'klinecharts';
import type { Formats } from '../text/formats.ts';
import type { ChartColors } from './chart-styles.ts';
import { priceTextOf } from './chart-texts.ts';
import { tagHeight } from './place-tags.ts';
import { priceLine } from './price-line.ts';
import type { ChartLine, LineDetails } from './price-line.ts';
import { candleRange, isNear, widenRange } from './widen-range.ts';
import type { PriceRange } from './widen-range.ts';

/** A line with the word of its kind. */
export type WordedLine = ChartLine & { word: string };

export interface LineShow {
  show(lines: readonly WordedLine[]): void;
  /** Prices that are always in sight, e.g. of what ends within minutes. */
  setMarked(prices: readonly number[]): void;
  /** One is under the finger. */
  isHeld(): boolean;
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
  let dragged: { id: string; hasMoved: boolean } | undefined;
  const range = openRange(chart);
  const figureOf = (price: string): string => formats.price(price, { min: decimals(), max: decimals() });

  function draw({ id, kind, price, text, word, onTap, draggable = false }: WordedLine): void {
    const details: LineDetails = { text: text ?? word, price: figureOf(price), kind, isDraggable: draggable, colors: colors() }; // oxfmt-ignore
    if (dragged?.id === id) {
      // Its words follow too: what would be won or lost there.
      chart.overrideOverlay({ id, extendData: details });
      return;
    }
    const drawn = { id, points: [{ value: +price }], extendData: details, lock: !draggable };
    if (chart.overrideOverlay(drawn)) return;
    chart.createOverlay({
      name: priceLine.name,
      ...drawn,
      onClick: ({ overlay }) => range.tap(overlay.points[0]?.value, onTap),
      onPressedMoveStart: () => void (dragged = { id, hasMoved: false }),
      onPressedMoving({ overlay }) {
        dragged = { id, hasMoved: true };
        drag(id, overlay.points[0]?.value, 'moving');
      },
      onPressedMoveEnd({ overlay }) {
        const hasMoved = dragged?.hasMoved === true;
        dragged = undefined;
        // A tap moves nothing.
        if (!hasMoved) return;
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
    // Under a finger the scale stands still.
    if (dragged === undefined) range.setLines(wanted.map(({ price }) => +price));
  }

  return { show, setMarked: (prices) => range.setMarked(prices), isHeld: () => dragged !== undefined };
}

/** Which prices the chart shows: the candles', what is marked, lines that are near, and after a tap on one that is not, all. */
function openRange(chart: Chart) {
  let lines: readonly number[] = [];
  let marked: readonly number[] = [];
  let takesAll = false;
  let set = '';

  function ownRange(): PriceRange | undefined {
    const { from, to } = chart.getVisibleRange();
    const candles = candleRange(chart.getDataList().slice(from, to));
    return candles && widenRange(candles, marked, true);
  }

  function apply(): void {
    if (lines.length === 0) takesAll = false;
    const wanted = [...lines, '', ...marked, takesAll].join();
    if (wanted === set) return;
    set = wanted;
    chart.overrideYAxis({
      paneId: 'candle_pane',
      createRange({ defaultRange }) {
        const { from, to } = widenRange(ownRange() ?? defaultRange, lines, takesAll);
        const [range, realRange, displayRange] = [to - from, to - from, to - from];
        return { ...defaultRange, from, to, range, realFrom: from, realTo: to, realRange, displayFrom: from, displayTo: to, displayRange }; // oxfmt-ignore
      },
      createTicks: ({ defaultTicks, range: { from, range }, bounding: { height } }) => {
        const last = chart.getDataList().at(-1)?.close ?? -Infinity;
        const lastAt = height * (1 - (last - from) / range);
        // No figure twice, and none half under the present price.
        const isReadable = ({ text, coord }: AxisTick, place: number): boolean =>
          text !== defaultTicks[place - 1]?.text && Math.abs(coord - lastAt) > tagHeight * 0.75;
        return defaultTicks.filter(isReadable);
      },
    });
  }

  apply();
  return {
    setLines(prices: readonly number[]) {
      lines = prices;
      apply();
    },
    setMarked(prices: readonly number[]) {
      marked = prices;
      apply();
    },
    /** Takes in what is not in sight, or lets it go; what is in sight may do something of its own. */
    tap(price: number | undefined, act: (() => void) | undefined) {
      const own = ownRange();
      if (own === undefined || price === undefined) return;
      if (isNear(own, price) || (act && takesAll)) return act?.();
      takesAll = !takesAll;
      apply();
    },
  };
}
