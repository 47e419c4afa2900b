// The chart itself, past React: history, the running candle, marks. Loaded with its library when a chart is first shown.
import { coinOfSymbol, feedTopics } from '@candor/wire';
import type { CandlePeriod, FeedDetail, MarketSymbol } from '@candor/wire';
import { dispose, init, registerLocale, registerOverlay } from 'klinecharts';
import type { Chart, DataLoader, DataLoaderGetBarsParams, KLineData, Period } from 'klinecharts';
import { feedState, serverNow, topicStore } from '../session/live/feed.ts';
import { createLiveStore } from '../session/live/frame.ts';
import { loadKlines, periodSeconds, subscribeKline } from '../session/live/klines.ts';
import type { Kline } from '../session/live/klines.ts';
import type { Formats } from '../text/formats.ts';
import { chartStyles, readColors } from './chart-styles.ts';
import type { ChartLook, Drawing, DrawingKind } from './chart-wishes.ts';
import { openDrawingBoard } from './draw.ts';
import { showIndicators } from './indicators.ts';
import type { Indicators } from './indicators.ts';
import { keepLatest } from './keep-latest.ts';
import { orderMark } from './order-mark.ts';
import type { ChartMark } from './order-mark.ts';

export type ChartState = 'loading' | 'ready' | 'empty' | 'failed';
export type ChartWord = 'time' | 'open' | 'high' | 'low' | 'close' | 'volume' | 'change';

export interface ChartSubject {
  symbol: MarketSymbol;
  period: CandlePeriod;
}

export interface CandleChartOptions {
  formats: Formats;
  words: Record<ChartWord, string>;
  onState: (state: ChartState) => void;
  /** A drawing was finished or moved. */
  onDrawn: (drawing: Drawing) => void;
}

export interface CandleChart {
  show(subject: ChartSubject): void;
  setLook(look: ChartLook): void;
  setIndicators(wished: Indicators): void;
  setMarks(marks: readonly ChartMark[]): void;
  setDrawings(drawings: readonly Drawing[]): void;
  /** The next taps place the points of a new drawing. */
  draw(kind: DrawingKind): void;
  /** Theme or colours have changed. */
  repaint(): void;
  reload(): void;
  close(): void;
}

const barsAPage = 300;
const periods: Record<CandlePeriod, Period> = {
  '1min': { type: 'minute', span: 1 },
  '5min': { type: 'minute', span: 5 },
  '15min': { type: 'minute', span: 15 },
  '30min': { type: 'minute', span: 30 },
  '60min': { type: 'hour', span: 1 },
  '4hour': { type: 'hour', span: 4 },
  '1day': { type: 'day', span: 1 },
  '1week': { type: 'week', span: 1 },
  '1mon': { type: 'month', span: 1 },
};

registerOverlay(orderMark);

export function openCandleChart(element: HTMLElement, options: CandleChartOptions): CandleChart {
  const { formats, words } = options;
  registerLocale('candor', {
    ...words,
    turnover: '',
    second: '',
    minute: '',
    hour: '',
    day: '',
    week: '',
    month: '',
    year: '',
  });
  const chart = init(element, {
    locale: 'candor',
    formatter: { formatDate: ({ timestamp, type }) => dateText(formats, timestamp, type, subject), formatBigNumber: (value) => formats.compact(String(value)) },
    thousandsSeparator: { format: (value) => figureText(formats, String(value)) },
    decimalFold: { format: String },
    layout: { pane: { dragEnabled: false }, yAxis: { gap: { top: 46, bottom: 14 } } },
    hotkey: { enabled: false },
  }) as Chart; // prettier-ignore
  let subject: ChartSubject | undefined;
  let look: ChartLook = 'candles';
  let marks: readonly ChartMark[] = [];
  takeOutOfTabOrder(element);
  chart.setBarSpace(8);
  const board = openDrawingBoard(chart, options.onDrawn);
  const endReloads = reloadAfterGaps(() => chart.resetData());
  const endKeeping = keepLatest(chart, element, 36);

  function paint(): void {
    chart.setStyles(chartStyles(readColors(element), look));
    const known = new Set(marks.map(({ id }) => id));
    for (const { id } of chart.getOverlays({ name: 'orderMark' })) if (!known.has(id)) chart.removeOverlay({ id });
    for (const mark of marks) drawMark(mark);
  }

  function drawMark(mark: ChartMark): void {
    if (!subject) return;
    const extendData = { ...mark, colors: readColors(element), periodMs: periodSeconds[subject.period] * 1000 };
    const drawn = { id: mark.id, points: [{ timestamp: mark.enteredAt, value: +mark.price }], extendData };
    if (!chart.overrideOverlay(drawn)) chart.createOverlay({ name: 'orderMark', ...drawn });
  }

  paint();
  return {
    show(next) {
      subject = next;
      chart.setDataLoader({ getBars: () => undefined });
      chart.setSymbol({
        ticker: next.symbol,
        pricePrecision: coinOfSymbol(next.symbol)?.priceDecimals ?? 2,
        volumePrecision: 2,
      });
      chart.setPeriod(periods[next.period]);
      chart.setDataLoader(loaderOf(next, options.onState));
      paint();
    },
    setLook(next) {
      look = next;
      paint();
    },
    setIndicators: (wished) => showIndicators(chart, wished),
    setMarks(next) {
      marks = next;
      paint();
    },
    setDrawings: board.show,
    draw: board.begin,
    repaint: paint,
    reload: () => chart.resetData(),
    close() {
      endReloads();
      endKeeping();
      chart.setDataLoader({ getBars: () => undefined });
      dispose(element);
    },
  };
}

function loaderOf({ symbol, period }: ChartSubject, onState: (state: ChartState) => void): DataLoader {
  let turn = 0;
  let end: (() => void) | undefined;
  return {
    getBars({ type, timestamp, callback: give }: DataLoaderGetBarsParams) {
      if (type !== 'init' && type !== 'forward') return give([], false);
      if (type === 'init') onState('loading');
      const asked = type === 'init' ? ++turn : turn;
      const span = timestamp === null ? { count: barsAPage } : { count: barsAPage, to: timestamp / 1000 - 1 };
      loadKlines(symbol, period, span).then(
        (klines) => {
          if (asked !== turn) return;
          const older = timestamp === null ? klines : klines.filter(({ id }) => +id * 1000 < timestamp);
          give(older.map(barOf), { forward: older.length > 0, backward: false });
          if (type === 'init') onState(klines.length > 0 ? 'ready' : 'empty');
        },
        () => asked === turn && (type === 'init' ? onState('failed') : give([], { forward: true, backward: false })),
      );
      return undefined;
    },
    subscribeBar({ callback }) {
      end?.();
      end = followPrice({ symbol, period }, callback);
    },
    unsubscribeBar() {
      turn++;
      end?.();
      end = undefined;
    },
  };
}

/** The running candle moves with the price that the page shows, which is told more often than the candle. */
function followPrice({ symbol, period }: ChartSubject, draw: (bar: KLineData) => void): () => void {
  const ticker = topicStore<FeedDetail>(feedTopics.detail(symbol));
  // Told in the same flush as the price: the library then draws once for both.
  const candle = createLiveStore<KLineData | undefined>(undefined);
  let bar: KLineData | undefined;
  const endKline = subscribeKline(symbol, period, (kline) => candle.set(barOf(kline)));
  const endCandle = candle.subscribe(() => draw((bar = candle.get()!)));
  const endPrice = ticker.subscribe(() => {
    const close = +(ticker.get()?.close ?? '');
    // After the candle's end the price belongs to the next one, which is on its way.
    if (!bar || !(close > 0) || serverNow() >= bar.timestamp + periodSeconds[period] * 1000) return;
    draw((bar = { ...bar, close, high: Math.max(bar.high, close), low: Math.min(bar.low, close) }));
  });
  return () => {
    endKline();
    endCandle();
    endPrice();
  };
}

/** Geometry only, so that floats do no harm. */
const barOf = ({ id, open, high, low, close, amount }: Kline): KLineData => ({
  timestamp: +id * 1000,
  open: +open,
  high: +high,
  low: +low,
  close: +close,
  volume: +amount,
});

/** What happened while there was no connection is missing: the history is read again after it. */
function reloadAfterGaps(reload: () => void): () => void {
  let wasOpen = feedState.get() === 'open';
  return feedState.subscribe(() => {
    const isOpen = feedState.get() === 'open';
    if (isOpen && !wasOpen) reload();
    wasOpen = isOpen;
  });
}

function dateText(formats: Formats, at: number, type: string, subject: ChartSubject | undefined): string {
  const isLong = subject !== undefined && periodSeconds[subject.period] >= 86_400;
  if (type !== 'xAxis') return isLong ? formats.date(at) : formats.dateTime(at);
  const moment = new Date(at);
  const isMidnight = moment.getHours() === 0 && moment.getMinutes() === 0;
  return isLong || isMidnight ? formats.day(at) : formats.time(at);
}

/** What was made brief before is no plain number any more and stays as it is. */
function figureText(formats: Formats, text: string): string {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const decimals = text.split('.')[1]?.length ?? 0;
  return formats.decimal(text, { min: decimals, max: decimals });
}

/** The library asks for the first place among all stops of the keyboard; a canvas has nothing to say there. */
function takeOutOfTabOrder(element: HTMLElement): void {
  for (const part of element.querySelectorAll<HTMLElement>('[tabindex]')) part.tabIndex = -1;
}
