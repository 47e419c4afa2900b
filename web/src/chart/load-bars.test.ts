import type { DataLoaderGetBarsParams, DataLoaderSubscribeBarParams, KLineData } from 'klinecharts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Kline, KlineSpan } from '../live/klines.ts';

const klineOf = (id: number, close: number): Kline =>
  ({ id: String(id), open: '1', high: '9', low: '1', close: String(close), amount: '1', vol: '1', count: '1' }); // oxfmt-ignore

/** What the market was asked for, and what it says. */
let asked: (KlineSpan | undefined)[] = [];
let history: Kline[] = [];
let tell: (kline: Kline) => void = () => undefined;

beforeEach(() => {
  asked = [];
  vi.useFakeTimers();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback, 16));
  vi.doMock('../live/klines.ts', async (original) => ({
    ...(await original()),
    loadKlines: async (_symbol: string, _period: string, span?: KlineSpan) => {
      asked.push(span);
      const { from = 0, to = Infinity } = span ?? {};
      return history.filter(({ id }) => +id >= from && +id <= to);
    },
    subscribeKline: (_symbol: string, _period: string, listener: typeof tell) => {
      tell = listener;
      return () => undefined;
    },
  }));
  vi.doMock('../live/feed.ts', () => ({
    feedState: { get: () => 'open' },
    serverNow: () => Date.now(),
    topicStore: () => ({ get: () => undefined, subscribe: () => () => undefined }),
  }));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A chart of minutes, or of another length: what it was given, in order. */
async function open(period: '1min' | '1mon' = '1min') {
  const { barLoader } = await import('./load-bars.ts');
  const loader = barLoader({ symbol: 'btcusdt', period }, () => undefined);
  const drawn: KLineData[] = [];
  const get = (type: 'init' | 'forward', timestamp: number | null): void => {
    const callback = (bars: KLineData[]): void => void drawn.push(...bars);
    void loader.getBars({ type, timestamp, callback } as DataLoaderGetBarsParams);
  };
  get('init', null);
  await vi.advanceTimersByTimeAsync(0);
  const callback = (bar: KLineData): void => void drawn.push(bar);
  loader.subscribeBar!({ callback } as DataLoaderSubscribeBarParams);
  const say = async (kline: Kline): Promise<void> => {
    tell(kline);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  const shown = (): number[][] => drawn.map(({ timestamp, close }) => [timestamp / 1000, close]);
  return { get, say, shown };
}

const minute = 1_800_000_000;

test('the newest bars are those of the market’s clock, whatever the device’s says', async () => {
  history = [klineOf(minute, 2)];
  const { shown } = await open();
  expect(asked).toEqual([undefined]);
  expect(shown()).toEqual([[minute, 2]]);
});

test('a candle that ended before the chart followed it is drawn as it ended', async () => {
  history = [klineOf(minute, 2)];
  const { say, shown } = await open();
  history = [klineOf(minute, 3), klineOf(minute + 60, 4), klineOf(minute + 120, 5)];
  await say(klineOf(minute + 120, 5));
  expect(shown()).toEqual([
    [minute, 2],
    [minute, 3],
    [minute + 60, 4],
    [minute + 120, 5],
  ]);
});

test('what was told last of a candle may be passed over: it is read again when the next one begins', async () => {
  history = [klineOf(minute, 2)];
  const { say, shown } = await open();
  await say(klineOf(minute, 3));
  history = [klineOf(minute, 4), klineOf(minute + 60, 5)];
  await say(klineOf(minute + 60, 5));
  await say(klineOf(minute + 60, 6));
  expect(shown().slice(1)).toEqual([
    [minute, 3],
    [minute, 4],
    [minute + 60, 5],
    [minute + 60, 6],
  ]);
  expect(asked.slice(1)).toEqual([{ from: minute, to: minute + 59 }]);
});

test('a correction of a candle that ended does not take the place of the running one', async () => {
  history = [klineOf(minute, 2)];
  const { say, shown } = await open();
  history = [klineOf(minute, 2), klineOf(minute + 60, 5)];
  await say(klineOf(minute + 60, 5));
  await say(klineOf(minute, 9));
  await say(klineOf(minute + 60, 6));
  expect(shown().at(-1)).toEqual([minute + 60, 6]);
  expect(shown().some(([, close]) => close === 9)).toBe(false);
});

test('months before the first that can be asked for are not asked for', async () => {
  history = [];
  const { get } = await open('1mon');
  get('forward', minute * 1000);
  get('forward', 1_501_174_800_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual([undefined, { from: 1_501_174_800, to: minute - 1 }]);
});
