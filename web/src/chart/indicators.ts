// Figures over the candles and panes below them, as wished; each is computed by the chart's library.
import type { Chart, IndicatorCreate } from 'klinecharts';
import type { BelowIndicator, OverIndicator } from './chart-wishes.ts';

/** Colours of lines by name, see tokens.css. */
export const lineTones = ['a', 'b', 'c', 'd', 'e', 'f'] as const;
export type LineTone = (typeof lineTones)[number];
export type ToneColors = Readonly<Record<LineTone, string>>;

export interface Indicators {
  over: readonly OverIndicator[];
  below: readonly BelowIndicator[];
}

interface Over {
  /** In candles, as traders know them. */
  lengths: number[];
  /** Of its lines, in their order. */
  tones: readonly LineTone[];
}

const over: Record<OverIndicator, Over> = {
  MA: { lengths: [7, 25, 99], tones: ['a', 'b', 'c'] },
  EMA: { lengths: [12, 26], tones: ['d', 'e'] },
  BOLL: { lengths: [20, 2], tones: ['f', 'c', 'f'] },
};
/** The textbook's lengths; volume is shown without averages. */
const below: Record<BelowIndicator, { lengths: number[]; height: number }> = {
  VOL: { lengths: [], height: 48 },
  MACD: { lengths: [12, 26, 9], height: 72 },
  RSI: { lengths: [6, 12, 24], height: 72 },
  KDJ: { lengths: [9, 3, 3], height: 72 },
};
const own = new Set<string>([...Object.keys(over), ...Object.keys(below)]);
const order = Object.keys(below);

/** What is said of an indicator stands above the canvas, where it hides nothing, or is plain to see. */
const noLegend = { name: '', calcParamsText: '', features: [], legends: [] };

export const overTones = (name: string): readonly LineTone[] => (name in over ? over[name as OverIndicator].tones : []);

export function showIndicators(chart: Chart, wished: Indicators, colors: ToneColors): void {
  const wanted = new Set<string>([...wished.over, ...wished.below]);
  const shown = chart.getIndicators().filter(({ name }) => own.has(name));
  for (const { name } of shown) if (!wanted.has(name)) chart.removeIndicator({ name });
  const isShown = (name: string): boolean => shown.some((one) => one.name === name);
  for (const name of wished.over) {
    const lines = over[name].tones.map((tone) => ({ color: colors[tone] }));
    if (isShown(name)) chart.overrideIndicator({ name, styles: { lines } });
    else chart.createIndicator(overOf(name, lines), true);
  }
  for (const name of wished.below) if (!isShown(name)) addBelow(chart, name);
}

const overOf = (name: OverIndicator, lines: { color: string }[]): IndicatorCreate => ({
  name,
  calcParams: over[name].lengths,
  paneId: 'candle_pane',
  styles: { lines },
  createTooltipDataSource: () => noLegend,
});

function addBelow(chart: Chart, name: BelowIndicator): void {
  const { lengths, height } = below[name];
  const isVolume = name === 'VOL';
  chart.createIndicator({
    name,
    calcParams: lengths,
    paneId: name,
    ...(isVolume && { createTooltipDataSource: () => noLegend }),
  });
  // The legend of a pane is its first line; what it shows lies below it.
  chart.overrideYAxis({ paneId: name, createTicks: () => [], ...(!isVolume && { gap: { top: 18, bottom: 4 } }) });
  chart.setPaneOptions({ id: name, height, minHeight: 32, order: order.indexOf(name) });
}
