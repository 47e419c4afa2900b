// Where the chart's bars come from: history page by page backwards, then the running candle as it moves.
import { candleRange, feedTopics } from '@candor/wire';
import type { CandlePeriod, FeedDetail, MarketSymbol } from '@candor/wire';
import type { DataLoader, DataLoaderGetBarsParams, KLineData } from 'klinecharts';
import { serverNow } from '../device/server-clock.ts';
import { feedState, topicStore } from '../live/feed.ts';
import { createLiveStore, takeNextFrame } from '../live/frame.ts';
import { loadKlines, periodSeconds, subscribeKline } from '../live/klines.ts';
import type { Kline, KlineSpan } from '../live/klines.ts';

export type ChartState = 'loading' | 'ready' | 'empty' | 'failed';

export interface ChartSubject {
  symbol: MarketSymbol;
  period: CandlePeriod;
}

const barsAPage = 300;
/** Drawing all panes costs a phone more than the eye has of ten candles a second. */
const redrawMs = 250;

export interface FirstBars {
  subject: ChartSubject;
  read: PromiseSettledResult<Kline[]>;
}

export async function readFirstBars(subject: ChartSubject): Promise<FirstBars> {
  const [read] = await Promise.allSettled([loadKlines(subject.symbol, subject.period)]);
  return { subject, read };
}

export const isSameSubject = (one: ChartSubject, other: ChartSubject): boolean =>
  one.symbol === other.symbol && one.period === other.period;

/** `first` is what was read of the same subject just now: it is given at once instead of being asked for. */
export function barLoader(
  { symbol, period }: ChartSubject,
  onState: (state: ChartState) => void,
  first?: PromiseSettledResult<Kline[]>,
): DataLoader {
  let turn = 0;
  let atHand = first;
  let newest: number | undefined;
  let end: (() => void) | undefined;
  return {
    getBars({ type, timestamp, callback: give }: DataLoaderGetBarsParams) {
      if (type !== 'init' && type !== 'forward') return give([], false);
      if (type === 'init') onState('loading');
      const asked = type === 'init' ? ++turn : turn;
      const take = (klines: Kline[]): void => {
        if (asked !== turn) return;
        const older = timestamp === null ? klines : klines.filter(({ id }) => +id * 1000 < timestamp);
        const bars = older.map(barOf);
        if (type === 'init') newest = bars.at(-1)?.timestamp;
        give(bars, { forward: bars.length > 0, backward: false });
        if (type === 'init') onState(klines.length > 0 ? 'ready' : 'empty');
      };
      const fail = (): void => {
        if (asked !== turn) return;
        if (type === 'init') onState('failed');
        else give([], { forward: true, backward: false });
      };
      const known = atHand;
      atHand = undefined;
      if (known && type === 'init') return known.status === 'fulfilled' ? take(known.value) : fail();
      if (timestamp === null) loadKlines(symbol, period).then(take, fail);
      else if (timestamp / 1000 <= candleRange.first) give([], false);
      else loadKlines(symbol, period, pageBefore(timestamp / 1000, period)).then(take, fail);
      return undefined;
    },
    subscribeBar({ callback }) {
      end?.();
      end = followPrice({ symbol, period }, newest, callback);
    },
    unsubscribeBar() {
      turn++;
      end?.();
      end = undefined;
    },
  };
}

const pageBefore = (seconds: number, period: CandlePeriod): KlineSpan => ({
  from: Math.max(candleRange.first, seconds - barsAPage * periodSeconds[period]),
  to: seconds - 1,
});

/** The running candle moves with the price that the page shows, which is told more often than the candle. */
function followPrice(
  { symbol, period }: ChartSubject,
  newest: number | undefined,
  draw: (bar: KLineData) => void,
): () => void {
  const ticker = topicStore<FeedDetail>(feedTopics.detail(symbol));
  // Told in the same flush as the price: the library then draws once for both.
  const candle = createLiveStore<KLineData | undefined>(undefined);
  let bar: KLineData | undefined;
  /** When the last bar of the chart begins. */
  let shownTo = newest ?? 0;
  let isCatchingUp = false;
  let isOver = false;
  // Ignores a correction of an earlier bar, since the chart can only change its last bar.
  const take = (told: KLineData): void => void (told.timestamp < (bar?.timestamp ?? 0) || candle.set(told));
  const endKline = subscribeKline(symbol, period, (kline) => take(barOf(kline)));
  // The history was drawn just now.
  let drawnAt = performance.now();
  let due: ReturnType<typeof setTimeout> | undefined;
  const drawNow = (): void => {
    clearTimeout(due);
    due = undefined;
    drawnAt = performance.now();
    takeNextFrame();
    shownTo = bar!.timestamp;
    draw(bar!);
  };
  const show = (next: KLineData): void => {
    bar = next;
    if (isCatchingUp) return;
    if (next.timestamp > shownTo) void catchUp();
    else due ??= setTimeout(drawNow, Math.max(0, drawnAt + redrawMs - performance.now()));
  };
  /** A new candle begins. What was told last of those before it may have been passed over, so they are read as they ended. */
  async function catchUp(): Promise<void> {
    isCatchingUp = true;
    const span = { from: shownTo / 1000, to: bar!.timestamp / 1000 - 1 };
    const ended = await loadKlines(symbol, period, span).catch(() => []);
    if (isOver) return;
    isCatchingUp = false;
    for (const one of ended.map(barOf)) {
      if (one.timestamp >= shownTo && one.timestamp < bar!.timestamp) draw(one);
    }
    drawNow();
  }
  const endCandle = candle.subscribe(() => show(candle.get()!));
  const endPrice = ticker.subscribe(() => {
    const close = +(ticker.get()?.close ?? '');
    // After the candle's end the price belongs to the next one, which is on its way.
    if (!bar || !(close > 0) || serverNow() >= bar.timestamp + periodSeconds[period] * 1000) return;
    show({ ...bar, close, high: Math.max(bar.high, close), low: Math.min(bar.low, close) });
  });
  return () => {
    isOver = true;
    clearTimeout(due);
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
export function reloadAfterGaps(reload: () => void): () => void {
  let wasOpen = feedState.get() === 'open';
  return feedState.subscribe(() => {
    const isOpen = feedState.get() === 'open';
    if (isOpen && !wasOpen) reload();
    wasOpen = isOpen;
  });
}
