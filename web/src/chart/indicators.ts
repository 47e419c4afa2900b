// Figures over the candles and panes below them, as wished; each is computed by the chart's library.
import type { Chart, IndicatorCreate } from 'klinecharts';
import type { BelowIndicator, OverIndicator } from './chart-wishes.ts';

const noLegend = { name: '', calcParamsText: '', features: [], legends: [] };
const priceHeight = 60;

/** The usual lengths; those of BOLL, MACD, RSI and KDJ are the library's, which are the textbook's. */
const over: Record<OverIndicator, IndicatorCreate> = {
  MA: { name: 'MA', calcParams: [7, 25] },
  EMA: { name: 'EMA', calcParams: [12, 26] },
  BOLL: { name: 'BOLL' },
};
const below: Record<BelowIndicator, { create: IndicatorCreate; height: number }> = {
  VOL: { create: { name: 'VOL', calcParams: [], createTooltipDataSource: () => noLegend }, height: 48 },
  MACD: { create: { name: 'MACD' }, height: priceHeight },
  RSI: { create: { name: 'RSI' }, height: priceHeight },
  KDJ: { create: { name: 'KDJ' }, height: priceHeight },
};

export interface Indicators {
  over: readonly OverIndicator[];
  below: readonly BelowIndicator[];
}

export function showIndicators(chart: Chart, wished: Indicators): void {
  const shown = new Set(chart.getIndicators().map(({ name }) => name));
  const wanted = new Set<string>([...wished.over, ...wished.below]);
  for (const name of shown) if (!wanted.has(name)) chart.removeIndicator({ name });
  for (const name of wished.over) {
    if (!shown.has(name)) chart.createIndicator({ ...over[name], paneId: 'candle_pane' }, true);
  }
  for (const name of wished.below) {
    if (shown.has(name)) continue;
    const { create, height } = below[name];
    chart.createIndicator({ ...create, paneId: name });
    chart.overrideYAxis({ paneId: name, createTicks: () => [] });
    chart.setPaneOptions({ id: name, height, minHeight: 32 });
  }
}
