import assert from 'node:assert/strict';
import { test } from 'node:test';
import { htxCandles, htxKlines, wad, type Action, type Endpoint } from '@candor/wire';
import type { CallContext } from '../../kit/feature.ts';
import { manualClock } from '../../kit/clock.ts';
import type { RawJson } from '../../kit/raw-json.ts';
import { createCandleSeries } from '../candles/candle-series.ts';
import { tradeAt } from '../market-fixture.test-support.ts';
import type { CandleRange } from '../candles/read-candles.ts';
import type { MarketView } from '../topics/market-view.ts';
import { htxCandleCalls } from './htx-candle-calls.ts';
import { createSharedAnswers } from './shared-answers.ts';

const startMs = Date.UTC(2026, 2, 1, 12);

function openCalls() {
  const clock = manualClock(startMs);
  const series = createCandleSeries();
  let reads = 0;
  let failsNext = false;
  async function read({ coin, period, limit }: CandleRange) {
    reads++;
    const found = series.newest(coin, period).slice(-limit);
    await new Promise(setImmediate);
    if (failsNext) throw new Error('no database');
    return found;
  }
  const view = { clock, series, candles: { read, readFirst: read } } as unknown as MarketView;
  const calls = htxCandleCalls(view);
  const ask = async (call: Action | Endpoint, payload: object): Promise<RawJson> =>
    (await calls.find((bound) => bound.call === call)!.handle(payload, {} as CallContext)) as RawJson;
  const klines = (size = '150', symbol = 'btcusdt') => ask(htxKlines, { symbol, period: '1min', size });
  series.tick('BTC', wad('60000'), startMs);
  return {
    clock,
    series,
    ask,
    klines,
    reads: () => reads,
    fail: (fails: boolean) => void (failsNext = fails),
  };
}
const closeOf = ({ rawJson }: RawJson): string => /"close":([\d.]+)/.exec(rawJson)![1]!;

test('the same question costs one reading, however many ask it at once or one after the other', async () => {
  const { ask, klines, reads } = openCalls();
  const together = await Promise.all(Array.from({ length: 500 }, () => klines()));
  assert.ok(together.every((answer) => answer === together[0]), 'one object, which is packed once'); // oxfmt-ignore
  assert.equal(await klines(), together[0]);
  assert.equal(reads(), 1);
  await Promise.all([
    klines('151'),
    klines('150', 'ethusdt'),
    ask(htxCandles, { symbol: 'btcusdt', period: '1min', from: '1' }),
  ]);
  assert.equal(reads(), 4);
  assert.equal(await ask(htxCandles, { symbol: 'btcusdt', period: '1min' }), together[0], 'the same by another name');
  assert.match((await klines('0')).rawJson, /invalid size/);
  assert.match((await ask(htxCandles, { symbol: 'btcusdt', period: '1min', from: 'x' })).rawJson, /invalid from/);
  assert.equal(reads(), 4);
});

test('a tick, a trade, a new candle and a correction each make a new answer at once; those of another coin do not', async () => {
  const { clock, series, klines, reads } = openCalls();
  let asked = 0;
  const isAsked = async (): Promise<string> => {
    const answer = await klines();
    assert.equal(reads(), ++asked);
    assert.equal(await klines(), answer);
    return closeOf(answer);
  };
  assert.equal(await isAsked(), '60000');
  series.tick('BTC', wad('60001'), startMs + 100);
  assert.equal(await isAsked(), '60001');
  series.trade('BTC', { ...tradeAt(1, '60002', startMs + 200), amount: wad('1') }, startMs + 200);
  await isAsked();
  series.tick('BTC', wad('60003'), startMs + 60_000);
  assert.equal(await isAsked(), '60003');
  series.pin('BTC', startMs / 1000, { open: wad('1'), high: wad('1'), low: wad('1'), close: wad('1') });
  await isAsked();
  series.tick('ETH', wad('3000'), startMs + 60_000);
  await klines();
  assert.equal(reads(), asked);
  clock.advance(1_000);
  await isAsked();
});

test('a tick while the candles are being read is in the next answer, and a failure is nobody else’s', async () => {
  const { series, klines, reads, fail } = openCalls();
  const early = klines();
  series.tick('BTC', wad('60001'), startMs + 100);
  assert.equal(closeOf(await klines()), '60001');
  await early;
  assert.equal(reads(), 2);
  series.tick('BTC', wad('60002'), startMs + 200);
  fail(true);
  await assert.rejects(klines(), /no database/);
  fail(false);
  assert.equal(closeOf(await klines()), '60002');
});

test('what is kept takes no more than it may, whatever is asked', async () => {
  const answers = createSharedAnswers(manualClock(startMs), 100_000);
  for (let place = 0; place < 500; place++) {
    await answers.answer({ key: `question ${place}`, version: 1 }, async () => 'x'.repeat(5_000));
    assert.ok(answers.bytes <= 100_000);
  }
  const long = await answers.answer({ key: 'long', version: 1 }, async () => 'x'.repeat(1_000_000));
  assert.equal(long.rawJson.length, 1_000_000);
  await new Promise(setImmediate);
  assert.ok(answers.bytes <= 100_000);
});
