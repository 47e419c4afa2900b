// What the chart says in figures: the indicators' values, and under the crosshair the candle's. Told by the chart as it draws.
import { registerIndicator } from 'klinecharts';
import type { Chart, Crosshair, KLineData } from 'klinecharts';
import { createLiveStore } from '../session/live/frame.ts';
import type { LiveStore } from '../session/live/frame.ts';
import type { Formats } from '../text/formats.ts';
import { changeOf } from '../ui/change.tsx';
import { dateText, priceTextOf } from './chart-texts.ts';
import type { ChartSubject } from './load-bars.ts';
import { overTones } from './indicators.ts';
import type { LineTone } from './indicators.ts';

export interface ChartValues {
  /** Of what is drawn over the prices. */
  over: readonly { name: string; text: string; tone: LineTone }[];
  /** Of the candle under the crosshair; undefined without one. */
  candle: CandleValues | undefined;
}

export interface CandleValues {
  time: string;
  open: string;
  high: string;
  low: string;
  close: string;
  volume: string;
  /** Close against open, a share. */
  change: string | null;
  /** On which half of the chart the crosshair is. */
  side: 'left' | 'right';
}

export interface ValuesSubject {
  subject: ChartSubject | undefined;
  decimals: number;
}

const none: ChartValues = { over: [], candle: undefined };
const hookName = 'candorValues';
const noLegend = { name: '', calcParamsText: '', features: [], legends: [] };

// Of the series of prices, so that the axis has the coin's decimals and none of its own.
registerIndicator({ name: hookName, series: 'price', calc: (bars) => bars.map(() => ({})) });

/** An indicator that draws nothing is asked for its words at each drawing, with the crosshair: there is no other way to learn that it went. */
export function followValues(chart: Chart, formats: Formats, subjectOf: () => ValuesSubject): LiveStore<ChartValues> {
  const store = createLiveStore(none);
  let shown = '';
  chart.createIndicator(
    {
      name: hookName,
      paneId: 'candle_pane',
      createTooltipDataSource({ crosshair }) {
        const values = readValues(chart, { crosshair, formats, ...subjectOf() });
        const text = JSON.stringify(values);
        if (text !== shown) store.set(values);
        shown = text;
        return noLegend;
      },
    },
    true,
  );
  return store;
}

interface Reading extends ValuesSubject {
  crosshair: Crosshair;
  formats: Formats;
}

function readValues(chart: Chart, { crosshair, formats, subject, decimals }: Reading): ChartValues {
  const bars = chart.getDataList();
  const isOn = crosshair.paneId !== undefined && crosshair.x !== undefined;
  const place = isOn ? (crosshair.dataIndex ?? bars.length - 1) : bars.length - 1;
  const figure = (value: unknown): string =>
    typeof value === 'number' && Number.isFinite(value)
      ? formats.decimal(priceTextOf(value, decimals), { min: decimals, max: decimals })
      : formats.decimal(null, { min: 0, max: 0 });
  const bar = bars[place];
  return {
    over: chart.getIndicators({ paneId: 'candle_pane' }).flatMap(({ name, figures, result }) => {
      const values = result[place] as Record<string, unknown> | undefined;
      return figures.map(({ key, title }, line) => ({
        name: nameOf(name, title ?? ''),
        text: figure(values?.[key]),
        tone: overTones(name)[line] ?? 'a',
      }));
    }),
    candle: isOn && bar ? candleValues(bar, { formats, subject, figure, side: sideOf(chart, crosshair) }) : undefined,
  };
}

/** "MA7: " is said as it is, "UP: " of the Bollinger bands with their name. */
const nameOf = (indicator: string, title: string): string => {
  const plain = title.replace(/:\s*$/, '');
  return indicator !== 'BOLL' ? plain : `BB ${plain.toLowerCase()}`;
};

const sideOf = (chart: Chart, { x = 0 }: Crosshair): 'left' | 'right' =>
  x < (chart.getSize('candle_pane', 'main')?.width ?? 0) / 2 ? 'left' : 'right';

interface CandleReading {
  formats: Formats;
  subject: ChartSubject | undefined;
  figure: (value: unknown) => string;
  side: 'left' | 'right';
}

function candleValues(bar: KLineData, { formats, subject, figure, side }: CandleReading): CandleValues {
  return {
    time: dateText(formats, { at: bar.timestamp, isAxis: false, subject }),
    open: figure(bar.open),
    high: figure(bar.high),
    low: figure(bar.low),
    close: figure(bar.close),
    volume: formats.compact(String(bar.volume ?? 0)),
    change: changeOf(String(bar.open), String(bar.close)),
    side,
  };
}
