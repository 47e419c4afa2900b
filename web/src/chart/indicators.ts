// Figures over the candles and panes below them, as preferred; each is computed by the chart's library.
import type { Chart, IndicatorCreate } from 'klinecharts';
import { usualLengths } from './chart-kinds.ts';
import type { BelowIndicator, Indicator, OverIndicator } from './chart-kinds.ts';

/** Colours of lines by name, see tokens.css. */
export const lineTones = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export type LineTone = (typeof lineTones)[number];
export type ToneColors = Readonly<Record<LineTone, string>>;

export interface Indicators {
  over: readonly OverIndicator[];
  below: readonly BelowIndicator[];
  /** Of those that are not computed as usual. */
  lengths: Readonly<Partial<Record<Indicator, readonly number[]>>>;
}

/** Of their lines, in their order. */
const over: Record<OverIndicator, readonly LineTone[]> = {
  MA: ['a', 'b', 'c'],
  EMA: ['d', 'e'],
  BOLL: ['f', 'f', 'f'],
};
/** Heights of their panes, px. */
const below: Record<BelowIndicator, number> = { VOL: 48, MACD: 72, RSI: 72, KDJ: 72 };
const own = new Set<string>([...Object.keys(over), ...Object.keys(below)]);
const order = Object.keys(below);

/** What is said of an indicator stands above the canvas, where it hides nothing, or is plain to see. */
const noLegend = { name: '', calcParamsText: '', features: [], legends: [] };

export const overTones = (name: string): readonly LineTone[] => (name in over ? over[name as OverIndicator] : []);

/** `decimals`: of the coin's price. */
export function showIndicators(
  chart: Chart,
  preferred: Indicators,
  { tones: colors, decimals }: { tones: ToneColors; decimals: number },
): void {
  const wanted = new Set<string>([...preferred.over, ...preferred.below]);
  const shown = chart.getIndicators().filter(({ name }) => own.has(name));
  for (const { name } of shown) if (!wanted.has(name)) chart.removeIndicator({ name });
  const isShown = (name: string): boolean => shown.some((one) => one.name === name);
  for (const name of preferred.over) {
    const lines = over[name].map((tone) => ({ color: colors[tone] }));
    const calcParams = lengthsOf(name);
    if (isShown(name)) chart.overrideIndicator({ name, calcParams, styles: { lines } });
    else chart.createIndicator(overOf(name, calcParams, lines), true);
  }
  for (const name of preferred.below) {
    const looks = { name, calcParams: lengthsOf(name), precision: name === 'MACD' ? decimals : 2 };
    if (isShown(name)) chart.overrideIndicator(looks);
    else addBelow(chart, looks);
  }

  function lengthsOf(name: Indicator): number[] {
    return [...(preferred.lengths[name] ?? usualLengths[name])];
  }
}

const overOf = (name: OverIndicator, calcParams: number[], lines: { color: string }[]): IndicatorCreate => ({
  name,
  calcParams,
  paneId: 'candle_pane',
  styles: { lines },
  createTooltipDataSource: () => noLegend,
});

/** Volume is shown without averages. */
function addBelow(chart: Chart, looks: IndicatorCreate & { name: BelowIndicator }): void {
  const { name } = looks;
  const isVolume = name === 'VOL';
  chart.createIndicator({
    ...looks,
    paneId: name,
    ...(isVolume && { createTooltipDataSource: () => noLegend }),
  });
  // The legend of a pane is its first line; what it shows lies below it.
  chart.overrideYAxis({ paneId: name, createTicks: () => [], ...(!isVolume && { gap: { top: 18, bottom: 4 } }) });
  chart.setPaneOptions({ id: name, height: below[name], minHeight: 32, order: order.indexOf(name) });
}
