import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import type { Candle } from '../sources/source.ts';
import { createCandleSeries } from '../candles/candle-series.ts';
import { recordingHub, tradeAt } from '../market-fixture.test-support.ts';
import { startJobs, stopJobs } from '../../kit/jobs.ts';
import type { MarketView } from './market-view.ts';
import { createTopicPublisher } from './publish-topics.ts';

const startMs = Date.UTC(2026, 0, 5, 12);
const minute = (place: number, amount: string, count: number): Candle => {
  const price = wad('100');
  return {
    start: startMs / 1000 + place * 60,
    open: price,
    high: price,
    low: price,
    close: price,
    amount: wad(amount),
    volume: wad('1'),
    count,
  };
};

test('the final state of a candle is sent before the next candle, and a correction of it later on', async () => {
  const series = createCandleSeries();
  const hub = recordingHub((topic) => topic === 'market.btcusdt.kline.1min');
  const { jobs } = createTopicPublisher({ hub, view: { series } as MarketView, books: undefined!, told: new Map() });
  const candles = jobs.filter(({ name }) => name === 'publish-candles');
  startJobs(candles, { timers: { now: () => 0, after: () => () => undefined } });
  const sent = async (): Promise<string[]> => {
    await candles[0]!.runNow();
    return hub.published.splice(0).map(({ kind, tick }) => {
      const { id, amount } = JSON.parse(tick) as { id: number; amount: number };
      return `${kind} ${id - startMs / 1000} ${amount}`;
    });
  };
  series.tick('BTC', wad('100'), startMs);
  assert.deepEqual(await sent(), ['state 0 0']);
  series.trade('BTC', tradeAt(1, '100', startMs + 59_900), startMs + 59_950);
  series.tick('BTC', wad('100'), startMs + 60_010);
  assert.deepEqual(await sent(), ['sequence 0 0.5', 'state 60 0']);
  series.give('BTC', [minute(0, '0.25', 1), minute(1, '0', 0)]);
  assert.deepEqual(await sent(), ['sequence 0 0.25', 'state 60 0'], 'corrected, downwards too');
  assert.deepEqual(await sent(), []);
  await stopJobs(candles);
});
