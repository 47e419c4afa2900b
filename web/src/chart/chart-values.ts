// What the chart says in figures: the indicators' values, and under the crosshair the candle's. Told by the chart as it draws.
import type { CandleCorrection } from '@candor/wire';
import { registerIndicator } from 'klinecharts';
import type { Chart, Crosshair, KLineData } from 'klinecharts';
import { createLiveStore } from '../live/frame.ts';
import type { LiveStore } from '../live/frame.ts';
import type { Formats } from '../text/formats.ts';
import { changeOf } from '../ui/change.tsx';
import { dateText, priceTextOf } from './chart-texts.ts';
import { barAt } from './correction-mark.ts';
import type { ChartSubject } from './load-bars.ts';
import { overTones } from './indicators.ts';
import type { LineTone } from './indicators.ts';

/** Each by itself: what ticks at the end of the chart is no news to who reads the candle under the crosshair. */
export interface ChartValues {
  /** Of what is drawn over the prices. */
  over: LiveStore<readonly FigureOver[]>;
  /** Of the candle under the crosshair; undefined without one. */
  candle: LiveStore<CandleValues | undefined>;
}

export interface FigureOver {
  name: string;
  text: string;
  tone: LineTone;
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
  /** What was put right in it: how many minutes, and of a single one the prices that it had before. */
  corrected: CorrectedValues | undefined;
  /** On which half of the chart the crosshair is. */
  side: 'left' | 'right';
}

export interface CorrectedValues {
  minutes: number;
  before: readonly { price: PriceName; text: string }[];
}

const priceNames = ['open', 'high', 'low', 'close'] as const;
type PriceName = (typeof priceNames)[number];

export interface ValuesSubject {
  subject: ChartSubject | undefined;
  decimals: number;
  corrections: readonly CandleCorrection[] | undefined;
}

const hookName = 'candorValues';
const noLegend = { name: '', calcParamsText: '', features: [], legends: [] };

// Of the series of prices, so that the axis has the coin's decimals and none of its own.
registerIndicator({ name: hookName, series: 'price', calc: (bars) => bars.map(() => ({})) });

/** An indicator that draws nothing is asked for its words at each drawing, with the crosshair: there is no other way to learn that it went. */
export function followValues(chart: Chart, formats: Formats, subjectOf: () => ValuesSubject): ChartValues {
  const over = createLiveStore<readonly FigureOver[]>([]);
  const candle = createLiveStore<CandleValues | undefined>(undefined);
  chart.createIndicator(
    {
      name: hookName,
      paneId: 'candle_pane',
      createTooltipDataSource({ crosshair }) {
        const reading = { crosshair, formats, ...subjectOf() };
        setWhenOther(over, readOver(chart, reading));
        setWhenOther(candle, readCandle(chart, reading));
        return noLegend;
      },
    },
    true,
  );
  return { over, candle };
}

function setWhenOther<Value>(store: LiveStore<Value>, value: Value): void {
  if (JSON.stringify(store.get()) !== JSON.stringify(value)) store.set(value);
}

interface Reading extends ValuesSubject {
  crosshair: Crosshair;
  formats: Formats;
}

function readOver(chart: Chart, reading: Reading): FigureOver[] {
  const place = placeOf(chart, reading) ?? chart.getDataList().length - 1;
  return chart.getIndicators({ paneId: 'candle_pane' }).flatMap(({ name, figures, result }) => {
    const values = result[place] as Record<string, unknown> | undefined;
    return figures.map(({ key, title }, line) => ({
      name: nameOf(name, title ?? ''),
      text: figureOf(values?.[key], reading),
      tone: overTones(name)[line] ?? 'a',
    }));
  });
}

function readCandle(chart: Chart, reading: Reading): CandleValues | undefined {
  const bars = chart.getDataList();
  const place = placeOf(chart, reading);
  const bar = bars[place ?? -1];
  if (!bar) return undefined;
  const within = (reading.corrections ?? []).filter(({ minute_ms: at }) => barAt(bars, at) === place);
  const side = sideOf(chart, reading.crosshair);
  return { ...candleValues(bar, reading), corrected: correctedValues(within, reading), side };
}

/** Of the bar under the crosshair, when there is one. */
function placeOf(chart: Chart, { crosshair }: Reading): number | undefined {
  const isOn = crosshair.paneId !== undefined && crosshair.x !== undefined;
  return isOn ? (crosshair.dataIndex ?? chart.getDataList().length - 1) : undefined;
}

const figureOf = (value: unknown, { formats, decimals }: Reading): string =>
  typeof value === 'number' && Number.isFinite(value)
    ? formats.price(priceTextOf(value, decimals), { min: decimals, max: decimals })
    : formats.decimal(null, { min: 0, max: 0 });

/** "MA7: " is said as it is, "UP: " of the Bollinger bands with their name. */
const nameOf = (indicator: string, title: string): string => {
  const plain = title.replace(/:\s*$/, '');
  return indicator !== 'BOLL' ? plain : `BB ${plain.toLowerCase()}`;
};

const sideOf = (chart: Chart, { x = 0 }: Crosshair): 'left' | 'right' =>
  x < (chart.getSize('candle_pane', 'main')?.width ?? 0) / 2 ? 'left' : 'right';

function correctedValues(within: readonly CandleCorrection[], reading: Reading): CorrectedValues | undefined {
  const [first] = within;
  if (!first) return undefined;
  // More than one of the same minute: the first has what it was before all of them.
  const minutes = new Set(within.map(({ minute_ms: at }) => at)).size;
  if (minutes > 1 || reading.subject?.period !== '1min') return { minutes, before: [] };
  const changed = priceNames.filter((price) => first.before[price] !== within.at(-1)!.after[price]);
  return { minutes, before: changed.map((price) => ({ price, text: figureOf(+first.before[price], reading) })) };
}

function candleValues(bar: KLineData, reading: Reading): Omit<CandleValues, 'corrected' | 'side'> {
  const { formats, subject } = reading;
  return {
    time: dateText(formats, { at: bar.timestamp, isAxis: false, subject }),
    open: figureOf(bar.open, reading),
    high: figureOf(bar.high, reading),
    low: figureOf(bar.low, reading),
    close: figureOf(bar.close, reading),
    volume: formats.compact(String(bar.volume ?? 0)),
    change: changeOf(String(bar.open), String(bar.close)),
  };
}
