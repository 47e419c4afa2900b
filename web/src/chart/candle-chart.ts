// The chart itself, past React: bars, indicators, marks, lines and drawings. Loaded with its library when a chart is first shown.
import { coinOfSymbol } from '@candor/wire';
import type { CandleCorrection, CandlePeriod } from '@candor/wire';
import { dispose, init, registerLocale, registerOverlay } from 'klinecharts';
import type { AxisTick, Bounding, Chart, DeepPartial, Period, Styles } from 'klinecharts';
import { periodSeconds } from '../live/klines.ts';
import type { Formats } from '../text/formats.ts';
import { chartStyles, readColors } from './chart-styles.ts';
import { dateText, figureText, opensDay } from './chart-texts.ts';
import { followValues } from './chart-values.ts';
import type { ChartValues } from './chart-values.ts';
import type { ChartLook } from './chart-preferences.ts';
import { correctionMark, showCorrections } from './correction-mark.ts';
import { openDrawingBoard } from './draw.ts';
import type { DrawingBoard, DrawingListeners } from './draw.ts';
import { showIndicators } from './indicators.ts';
import type { Indicators } from './indicators.ts';
import { keepLatest } from './keep-latest.ts';
import { barLoader, isSameSubject, reloadAfterGaps } from './load-bars.ts';
import type { ChartState, ChartSubject, FirstBars } from './load-bars.ts';
import { orderMark } from './order-mark.ts';
import type { ChartMark } from './order-mark.ts';
import { leaveSwipesToPage } from './page-swipes.ts';
import { priceLine } from './price-line.ts';
import { openLineShow } from './show-lines.ts';
import type { WordedLine } from './show-lines.ts';

/** What a chart shows, and how. */
export interface ChartSight {
  subject: ChartSubject;
  look: ChartLook;
  indicators: Indicators;
}

export interface CandleChartOptions {
  formats: Formats;
  onState: (state: ChartState) => void;
  drawing: DrawingListeners;
  sight: ChartSight;
  first: FirstBars;
}

export interface CandleChart {
  show(subject: ChartSubject): void;
  setLook(look: ChartLook): void;
  setIndicators(preferred: Indicators): void;
  setMarks(marks: readonly ChartMark[]): void;
  setLines(lines: readonly WordedLine[]): void;
  /** Of the coin that is shown. One more than before means that its candles are other ones now: they are read again. */
  setCorrections(corrections: readonly CandleCorrection[] | undefined): void;
  /** What it says in figures, as it draws. */
  values: ChartValues;
  board: DrawingBoard;
  /** Theme or colours have changed. */
  repaint(): void;
  reload(): void;
  close(): void;
}

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
  '1year': { type: 'year', span: 1 },
};
/** None of the library's own words is shown. */
const noWords = {
  time: '', open: '', high: '', low: '', close: '', volume: '', change: '', turnover: '',
  second: '', minute: '', hour: '', day: '', week: '', month: '', year: '',
}; // oxfmt-ignore

export { beginTexts } from './chart-texts.ts';
export { readFirstBars } from './load-bars.ts';

registerOverlay(orderMark);
registerOverlay(priceLine);
registerOverlay(correctionMark);
registerLocale('candor', noWords);

/** With its first bars at hand it is laid out once and drawn once. */
export function openCandleChart(element: HTMLElement, options: CandleChartOptions): CandleChart {
  const { formats, onState, drawing, first } = options;
  let { subject, look, indicators } = options.sight;
  let marks: readonly ChartMark[] = [];
  let lines: readonly WordedLine[] = [];
  let corrections: readonly CandleCorrection[] | undefined;
  let isPaintDue = false;
  let isOpen = true;
  const decimals = (): number => coinOfSymbol(subject.symbol)?.priceDecimals ?? 2;
  const colors = readColors(element);
  const chart = openLibrary(element, { formats, subjectOf: () => subject, styles: chartStyles(colors, look) });
  const values = followValues(chart, formats, () => ({ subject, decimals: decimals(), corrections }));
  const board = openDrawingBoard(chart, drawing);
  const lineShow = openLineShow(chart, { formats, decimals, colors: () => readColors(element) });
  showIndicators(chart, indicators, { tones: colors.tones, decimals: decimals() });
  const endReloads = reloadAfterGaps(() => chart.resetData());
  const endKeeping = keepLatest(chart, element, 36);
  const isHeld = (): boolean => lineShow.isHeld() || board.isHeld() || values.candle.get() !== undefined;
  const endSwipes = leaveSwipesToPage(element, isHeld);
  read(isSameSubject(first.subject, subject) ? first.read : undefined);

  function read(known?: FirstBars['read']): void {
    chart.setDataLoader({ getBars: () => undefined });
    chart.setSymbol({ ticker: subject.symbol, pricePrecision: decimals(), volumePrecision: 2 });
    chart.setPeriod(periods[subject.period]);
    chart.setDataLoader(barLoader(subject, onState, known));
  }

  /** Once for all that is set in one turn: each painting lays the chart out anew. */
  function paintSoon(): void {
    if (isPaintDue) return;
    isPaintDue = true;
    queueMicrotask(() => {
      isPaintDue = false;
      if (isOpen) paint();
    });
  }

  function paint(): void {
    const colors = readColors(element);
    chart.setStyles(chartStyles(colors, look));
    showIndicators(chart, indicators, { tones: colors.tones, decimals: decimals() });
    paintMarks();
    lineShow.show(lines);
    paintCorrections();
  }

  function paintCorrections(): void {
    const isMinute = subject.period === '1min';
    showCorrections(chart, { corrections: corrections ?? [], isMinute, colors: readColors(element) });
  }

  function paintMarks(): void {
    const known = new Set(marks.map(({ id }) => id));
    for (const { id } of chart.getOverlays({ name: 'orderMark' })) if (!known.has(id)) chart.removeOverlay({ id });
    for (const mark of marks) drawMark(mark);
  }

  function drawMark(mark: ChartMark): void {
    const extendData = { ...mark, colors: readColors(element), periodMs: periodSeconds[subject.period] * 1000 };
    const drawn = { id: mark.id, points: [{ timestamp: mark.enteredAt, value: +mark.price }], extendData };
    if (!chart.overrideOverlay(drawn)) chart.createOverlay({ name: 'orderMark', ...drawn });
  }

  return {
    show(next) {
      if (isSameSubject(subject, next)) return;
      subject = next;
      read();
      paintSoon();
    },
    setLook(next) {
      if (look === next) return;
      look = next;
      paintSoon();
    },
    setIndicators(next) {
      if (JSON.stringify(indicators) === JSON.stringify(next)) return;
      indicators = next;
      paintSoon();
    },
    setMarks(next) {
      marks = next;
      paintMarks();
      lineShow.setMarked(marks.map(({ price }) => +price));
    },
    setLines(next) {
      lines = next;
      lineShow.show(lines);
    },
    setCorrections(next) {
      const isNew = corrections !== undefined && next !== undefined && next.length > corrections.length;
      const isSameCoin = corrections?.[0]?.coin === next?.[0]?.coin || corrections?.length === 0;
      corrections = next;
      paintCorrections();
      if (isNew && isSameCoin) chart.resetData();
    },
    values,
    board,
    repaint: paintSoon,
    reload: () => chart.resetData(),
    close() {
      isOpen = false;
      endReloads();
      endKeeping();
      endSwipes();
      chart.setDataLoader({ getBars: () => undefined });
      dispose(element);
    },
  };
}

interface LibraryOptions {
  formats: Formats;
  subjectOf: () => ChartSubject;
  styles: DeepPartial<Styles>;
}

function openLibrary(element: HTMLElement, { formats, subjectOf, styles }: LibraryOptions): Chart {
  const chart = init(element, {
    locale: 'candor',
    styles,
    formatter: {
      formatDate: ({ timestamp, type }) => dateText(formats, { at: timestamp, isAxis: type === 'xAxis', subject: subjectOf() }),
      formatBigNumber: (value) => formats.compact(String(value)),
    },
    thousandsSeparator: { format: (value) => figureText(formats, String(value)) },
    decimalFold: { format: String },
    // Room for the figure at the highest and at the lowest price.
    layout: { pane: { dragEnabled: false }, yAxis: { gap: { top: 16, bottom: 14 } } },
    hotkey: { enabled: false },
  }) as Chart; // oxfmt-ignore
  chart.setBarSpace(8);
  const withDay = (tick: AxisTick, place: number, ticks: AxisTick[]): AxisTick => {
    const [at, before] = [tick, ticks[place - 1]].map((each) => each?.value as number | undefined);
    return opensDay(at!, before, subjectOf().period) ? { ...tick, text: formats.day(at!) } : tick;
  };
  chart.overrideXAxis({
    createTicks: ({ bounding, defaultTicks }) => defaultTicks.map(withDay).filter((tick) => isWhole(tick, bounding)),
  });
  takeOutOfTabOrder(element);
  return chart;
}

/** A date that the edge would cut is left out; a figure of the axis takes about seven pixels at most. */
const isWhole = ({ coord, text }: AxisTick, { width }: Bounding): boolean =>
  Math.min(coord, width - coord) >= text.length * 3.5;

/** The library asks for the first place among all stops of the keyboard; a canvas has nothing to say there. */
function takeOutOfTabOrder(element: HTMLElement): void {
  for (const part of element.querySelectorAll<HTMLElement>('[tabindex]')) part.tabIndex = -1;
}
