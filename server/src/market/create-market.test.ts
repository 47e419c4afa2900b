// The market as a whole on a real database: prices in, ticks, states, topics and replies out.
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { findInputsFault } from '@candor/proof';
import {
  candlePeriods,
  coins,
  depthSteps,
  incrementalDepths,
  refreshDepths,
  formatAmount,
  getIndexSources,
  getMarketStatus,
  getMarketSummary,
  getTickInputs,
  getTicks,
  htxDepth,
  htxDetail,
  htxKlines,
  htxMerged,
  htxSymbols,
  htxTickers,
  htxTimestamp,
  htxTrade,
  htxTradeHistory,
  listCoins,
  wad,
} from '@candor/wire';
import type { z } from 'zod';
import type { CoinCode, Endpoint } from '@candor/wire';
import { cloneDatabase, runAsOwner } from '../../test/support/database.ts';
import { createBus } from '../kit/bus.ts';
import { systemClock } from '../kit/clock.ts';
import type { CallContext } from '../kit/feature.ts';
import { log } from '../kit/log.ts';
import { startPart } from '../kit/part.ts';
import { openPool } from '../kit/postgres.ts';
import type { Pool } from '../kit/postgres.ts';
import { isRawJson } from '../kit/raw-json.ts';
import { until } from '../kit/until.test-support.ts';
import { createMarket } from './create-market.ts';
import type { MarketOptions } from './create-market.ts';
import {
  bookAt,
  pastCandles,
  quoteAt,
  recordingHub,
  scriptedSource,
  scriptedVenue,
  tradeAt,
} from './market-fixture.test-support.ts';
import type { RecordingHub } from './market-fixture.test-support.ts';
import type { MarketState, Tick } from './market.ts';

log.setLevel('silent');
let database: Awaited<ReturnType<typeof cloneDatabase>>;
let pool: Pool;
const running = new Set<() => Promise<void>>();
before(async () => {
  database = await cloneDatabase();
  pool = openPool(database.url);
});
afterEach(async () => {
  for (const stop of running) await stop();
  running.clear();
});
after(async () => {
  await pool.end();
  await database.drop();
});

async function start(options: Partial<MarketOptions> = {}) {
  const hub: RecordingHub = recordingHub();
  const bus = createBus();
  const states: { coin: CoinCode; state: MarketState }[] = [];
  bus.on('market.state', (change) => void states.push(change));
  const made = await createMarket({
    databaseUrl: database.url,
    pool,
    clock: systemClock,
    bus,
    hub,
    source: 'simulated',
    htx: { websocketUrl: 'ws://127.0.0.1:1/ws', restUrl: 'http://127.0.0.1:1' },
    venues: [],
    simulated: { seed: 1 },
    countUsers: () => Promise.resolve(12),
    signingKey: 'ab'.repeat(32),
    ...options,
  });
  running.add(made.stop);
  const ticks: Tick[] = [];
  made.market.onTicks((published) => void ticks.push(...published));
  const call = async <One extends Endpoint>(wanted: One, payload: Record<string, string> = {}) => {
    const bound = made.web.calls.find((each) => each.call === wanted)!;
    const reply = await bound.handle(wanted.payload.parse(payload), {} as CallContext);
    const json: unknown = isRawJson(reply) ? JSON.parse(reply.rawJson) : reply;
    return wanted.reply.parse(json) as z.output<One['reply']>;
  };
  return { ...made, hub, states, ticks, call };
}

test('a price becomes a tick within a moment, is repeated while live, and ends with its source', async () => {
  const source = scriptedSource();
  const { market, web, ticks, states, hub } = await start({ ownSource: source });
  await startPart(web);
  assert.equal(market.state('BTC'), 'degraded');
  source.price('BTC', '90000.5', systemClock.now());
  await until('the tick', () => ticks.length === 1);
  assert.equal(formatAmount(ticks[0]!.price), '90000.5');
  assert.equal(market.state('BTC'), 'live');
  await until('it is repeated', () => ticks.length === 3);
  assert.ok(ticks[2]!.publishedAt - ticks[0]!.publishedAt <= 2_000, 'at least one a second');
  for (let step = 0; step < 100; step++) {
    source.price('BTC', `90000.${10 + step}`, systemClock.now());
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const times = ticks.map(({ publishedAt }) => publishedAt);
  for (const [place, at] of times.entries()) {
    assert.ok(
      times.filter((other) => other >= at && other < at + 1_000).length <= 10,
      `more than ten a second from ${place}`,
    );
  }
  assert.ok(ticks.length > 8, 'and many when it moves');
  assert.deepEqual(
    ticks.map(({ sequence }) => sequence),
    ticks.map((_, place) => place + 1),
  );
  await until('degraded', () => market.state('BTC') === 'degraded');
  const last = market.lastTick('BTC')!;
  await until('told', () => states.length === 2);
  assert.ok(systemClock.now() - last.publishedAt < 4_500);
  assert.ok(market.sourceSilenceMs('BTC', { fromMs: last.publishedAt, toMs: systemClock.now() }) > 2_000);
  assert.equal(market.sourceSilenceMs('BTC', { fromMs: times[0]!, toMs: last.publishedAt }), 0);
  source.price('BTC', '91000', systemClock.now());
  await until('live again', () => market.state('BTC') === 'live');
  assert.deepEqual(
    states.map(({ state }) => state),
    ['live', 'degraded', 'live'],
  );
  assert.deepEqual(hub.notified[0], {
    room: 'home',
    message: { action: 'market', notify: { coin: 'BTC', state: 'live' } },
  });
});

test('a halt is heeded at once, and at start', async () => {
  const asOwner = (sql: string): Promise<void> => runAsOwner(database, sql);
  const source = scriptedSource();
  const { market, web, stop } = await start({ ownSource: source });
  await startPart(web);
  source.price('ETH', '2400', systemClock.now());
  await until('live', () => market.state('ETH') === 'live');
  await assert.rejects(
    asOwner(`insert into market_halts (coin, reason, proposed_by, approved_by) values ('ETH', 'r', 'a', 'a')`),
  );
  await asOwner(`insert into market_halts (coin, reason, proposed_by, approved_by) values ('ETH', 'r', 'a', 'b')`);
  await until('halted', () => market.state('ETH') === 'halted');
  await stop();
  const again = await start({ ownSource: scriptedSource() });
  assert.equal(again.market.state('ETH'), 'halted');
  await asOwner(`update market_halts set lifted_at = now(), lift_proposed_by = 'a', lift_approved_by = 'c'`);
  await assert.rejects(asOwner(`update market_halts set reason = 'other'`), /only be lifted/);
  await startPart(again.web);
  await until('lifted', () => again.market.state('ETH') === 'degraded');
});

test('after a restart the last ticks and candles are there before any new ones', async () => {
  const source = scriptedSource();
  source.past = (_coin, period, count) => pastCandles(period, Math.min(count, 50), systemClock.now());
  const first = await start({ ownSource: source });
  await startPart(first.web);
  source.price('SOL', '138', systemClock.now());
  await until('a tick', () => first.ticks.length > 0);
  await until(
    'history',
    async () => ok(await first.call(htxKlines, { symbol: 'trumpusdt', period: '1mon' })).data.length > 0,
  );
  await first.stop();
  const last = first.market.lastTick('SOL')!;
  const silent = scriptedSource();
  const second = await start({ ownSource: silent });
  assert.deepEqual(second.market.lastTick('SOL'), last);
  assert.equal(await second.market.lastTickUpTo('SOL', last.publishedAt).then((tick) => tick?.hash), last.hash);
  const { data } = ok(await second.call(htxKlines, { symbol: 'solusdt', period: '60min', size: '2000' }));
  assert.equal(data.length, 50);
  assert.equal(data[0]!.close, 138);
  await startPart(second.web);
  silent.price('SOL', '139', systemClock.now());
  await until('the next tick', () => second.ticks.length > 0);
  assert.equal(second.ticks[0]!.sequence, last.sequence + 1);
});

test('trades reach sockets at once and in order, and only old news is left out of the price', async () => {
  const source = scriptedSource();
  const { web, hub, ticks } = await start({ ownSource: source });
  await startPart(web);
  const now = systemClock.now();
  source.listener.trades('XRP', [tradeAt(1, '2.5', now - 60_000)]);
  source.listener.trades('XRP', [tradeAt(2, '2.1', now), tradeAt(3, '2.2', now)]);
  await until('a tick', () => ticks.length > 0);
  assert.equal(formatAmount(ticks[0]!.price), '2.2');
  const sent = hub.published.filter(({ topic }) => topic === 'market.xrpusdt.trade.detail');
  assert.deepEqual(
    sent.map(({ tick }) => JSON.parse(tick).data.map((row: { tradeId: number }) => row.tradeId)),
    [[1], [2, 3]],
  );
  assert.ok(sent.every(({ kind }) => kind === 'sequence'));
});

test('bare numbers keep every digit that the source sent', async () => {
  const source = scriptedSource();
  const { web, hub, call } = await start({ ownSource: source });
  await startPart(web);
  const book = bookAt('0.000010000000000001', systemClock.now());
  source.listener.book('SHIB', {
    ...book,
    bids: [[wad('0.000009999999999991'), wad('12345678901234567.123456789012345678')]],
  });
  const text = hub.provider!.snapshot('market.shibusdt.depth.step0')!;
  assert.match(text, /\[0\.000009999999999991,12345678901234567\.123456789012345678\]/);
  assert.equal(ok(await call(htxDepth, { symbol: 'shibusdt', type: 'step0' })).tick.bids.length, 1);
});

test('a simulated market fills every topic and every call in the form that the table says', async () => {
  await pool.end();
  await database.drop();
  database = await cloneDatabase();
  pool = openPool(database.url);
  const { web, hub, call, ticks } = await start();
  const calls = web.calls.length;
  await startPart(web);
  await until('all coins have ticks', () => new Set(ticks.map(({ coin }) => coin)).size === coins.length);
  await until(
    'all coins have history',
    async () => ok(await call(htxKlines, { symbol: 'trumpusdt', period: '1mon' })).data.length > 10,
  );
  for (const topic of [
    ...candlePeriods.map((period) => `kline.${period}`),
    ...depthSteps.map((step) => `depth.${step}`),
    ...incrementalDepths.map((depth) => `mbp.${depth}`),
    ...refreshDepths.map((depth) => `mbp.refresh.${depth}`),
    'trade.detail',
    'detail',
    'ticker',
    'bbo',
    'index',
  ]) {
    const name = `market.btcusdt.${topic}`;
    const isSequence = topic === 'trade.detail' || /^mbp\.\d/.test(topic);
    assert.deepEqual(hub.provider!.resolve(name), { kind: isSequence ? 'sequence' : 'state' });
    await until(`${name} was published`, () => hub.published.some((sent) => sent.topic === name));
    for (const sent of hub.published.filter((each) => each.topic === name)) JSON.parse(sent.tick);
    JSON.parse(hub.provider!.snapshot(name)!);
    JSON.parse(await hub.provider!.request(name, {}));
  }
  for (const bad of [
    'market.btcusdt',
    'market.btcusdt.kline.2min',
    'market.btcusdt.depth.step6',
    'market.btcusdt.detail.x',
    'x',
    'market.btcusdt.constructor',
  ]) {
    assert.deepEqual(hub.provider!.resolve(bad), { error: `invalid topic ${bad}` });
  }
  assert.deepEqual(hub.provider!.resolve('market.foousdt.detail'), { error: 'invalid symbol foousdt' });
  const week = JSON.parse(await hub.provider!.request('market.btcusdt.kline.60min', {})) as { id: number }[];
  assert.equal(week.length, 300);
  const [from, to] = [week[10]!.id, week[19]!.id];
  assert.equal(
    (JSON.parse(await hub.provider!.request('market.btcusdt.kline.60min', { from, to })) as unknown[]).length,
    10,
  );

  const summary = await call(getMarketSummary);
  assert.equal(summary.source, 'simulated');
  assert.equal(summary.registered_users, 12);
  assert.equal(summary.is_volume_30d_partial, false);
  const { gaps } = await call(getIndexSources, { coin: 'BTC' });
  // A machine that is busy with other things may well have had one.
  assert.equal(gaps.count === 0, gaps.last_at === null);
  assert.ok(summary.coins.every((coin) => coin.spark.length === 25 && coin.state === 'live'));
  assert.ok(parseInt(summary.volume_30d, 10) > 20 * parseInt(summary.volume_24h, 10));
  const listed = await call(listCoins, { language: 'en' });
  assert.equal(listed.length, coins.length);
  assert.match(listed[0]!.dol!, /^\d+(\.\d{1,2})?$/);
  assert.match(listed[0]!.details!.change, /^-?\d\.\d{4}$/);
  assert.equal((await call(getMarketStatus)).coins[0]!.state, 'live');
  assert.equal(ok(await call(htxKlines, { symbol: 'btcusdt', period: '1min', size: '2000' })).data.length > 300, true);
  assert.equal((await call(htxKlines, { symbol: 'btcusdt', period: '1min', size: '2001' })).status, 'error');
  assert.equal(failed(await call(htxKlines, { symbol: 'btcusdt', period: '2min' }))['err-msg'], 'invalid period');
  assert.equal(ok(await call(htxTickers)).data.length, coins.length);
  assert.equal(failed(await call(htxMerged, { symbol: 'foo' }))['err-msg'], 'invalid symbol');
  assert.ok(ok(await call(htxMerged, { symbol: 'ethusdt' })).tick.vol > 0);
  assert.equal(ok(await call(htxDepth, { symbol: 'btcusdt', type: 'step1', depth: '5' })).tick.asks.length, 5);
  assert.ok(ok(await call(htxTrade, { symbol: 'btcusdt' })).tick.data[0]!['trade-id'] > 0);
  assert.ok(ok(await call(htxDetail, { symbol: 'ethusdt' })).tick.vol > 0);
  assert.equal(ok(await call(htxTradeHistory, { symbol: 'btcusdt' })).data.length, 1);
  const readTrades = async (): Promise<number[]> =>
    ok(await call(htxTradeHistory, { symbol: 'btcusdt', size: '20' })).data.map(({ ts }) => ts);
  await until('there are several trades', async () => (await readTrades()).length > 1);
  const trades = await readTrades();
  assert.ok(trades.length <= 20);
  assert.deepEqual(
    trades,
    trades.toSorted((left, right) => right - left),
  );
  assert.equal((await call(htxTradeHistory, { symbol: 'btcusdt', size: '0' })).status, 'error');
  const listing = ok(await call(htxSymbols)).data;
  assert.deepEqual(
    listing.map(({ symbol, state }) => [symbol, state]),
    coins.map(({ symbol }) => [symbol, 'online']),
  );
  assert.ok(Math.abs(ok(await call(htxTimestamp)).data - systemClock.now()) < 5_000);

  const page = await call(getTicks, { coin: 'BTC', from: '0', to: String(systemClock.now()) });
  assert.equal(page.ticks[0]![0], 1);
  const rest = await call(getTicks, {
    coin: 'BTC',
    after: String(page.ticks[1]![0]),
    last: String(page.ticks[3]![0]),
  });
  assert.deepEqual(rest.ticks, page.ticks.slice(2, 4));
  assert.deepEqual(Object.keys(rest).toSorted(), ['coin', 'end_hash', 'start_hash', 'ticks']);
  await assert.rejects(call(getTicks, { coin: 'BTC', after: '999999999' }), { code: 'malformed' });
  await assert.rejects(call(getTicks, { coin: 'XYZ', from: '0' }), { code: 'unknown-coin' });
  assert.equal(calls, web.calls.length);
});

test('auto takes the simulation when HTX does not answer', async () => {
  const { market } = await start({ source: 'auto' });
  assert.equal(market.source, 'simulated');
});

type Ok<Reply> = Extract<Reply, { status: 'ok' }>;
function ok<Reply extends { status: string }>(reply: Reply): Ok<Reply> {
  assert.equal(reply.status, 'ok');
  return reply as Ok<Reply>;
}
function failed<Reply extends { status: string }>(reply: Reply): Extract<Reply, { status: 'error' }> {
  assert.equal(reply.status, 'error');
  return reply as Extract<Reply, { status: 'error' }>;
}

test('with several sources every tick names its inputs, a liar is out, and too few stop the market', async () => {
  const htx = scriptedSource();
  htx.name = 'htx';
  const [binance, okx] = [scriptedVenue('binance'), scriptedVenue('okx')];
  const { market, web, ticks, states, hub, call } = await start({ ownSource: htx, ownVenues: [binance, okx] });
  await startPart(web);
  const pushing = { htx: '100', binance: '100.1', okx: '100.2' as string | undefined };
  const timer = setInterval(() => {
    const now = systemClock.now();
    htx.price('SOL', pushing.htx, now);
    binance.say('SOL', quoteAt(pushing.binance, now));
    if (pushing.okx !== undefined) okx.say('SOL', quoteAt(pushing.okx, now));
  }, 100);
  try {
    await until('live', () => market.state('SOL') === 'live');
    await until('the tick of all three', () => ticks.some(({ inputs }) => inputs.startsWith('binance+htx+okx ')));
    const tick = ticks.find(({ inputs }) => inputs.startsWith('binance+htx+okx '))!;
    assert.equal(formatAmount(tick.price), '100.1');
    const { inputs } = await call(getTickInputs, { coin: 'SOL', after: String(tick.sequence - 1) });
    const [sequence, list] = inputs[0]!;
    assert.equal(sequence, tick.sequence);
    assert.equal(findInputsFault({ inputs: tick.inputs, price: '100.1', list, decimals: 4 }), undefined);

    pushing.okx = '120';
    await until('okx is out', () => ticks.at(-1)!.inputs.startsWith('binance+htx '));
    const { sources } = await call(getIndexSources, { coin: 'SOL' });
    const liar = sources.find(({ source }) => source === 'okx')!;
    assert.deepEqual([liar.standing, liar.price], ['outlier', '120']);
    assert.ok(liar.out_since !== null && liar.back_from !== null && liar.deviation!.startsWith('0.19'));
    const pushed = JSON.parse(hub.provider!.snapshot('market.solusdt.sources')!) as { sources: object[] };
    assert.equal(pushed.sources.length, 3);
    await until('it is pushed', () => hub.published.some(({ topic }) => topic === 'market.solusdt.sources'));

    pushing.binance = '105';
    await until('degraded', () => market.state('SOL') === 'degraded');
    await until('it is told', () => states.some(({ coin, state }) => coin === 'SOL' && state === 'degraded'));
    const disputed = await call(getIndexSources, { coin: 'SOL' });
    assert.equal(disputed.price, null);
    assert.deepEqual(
      disputed.sources.map(({ standing }) => standing),
      ['disputed', 'disputed', 'outlier'],
    );
    pushing.binance = '100.3';
    await until('live again', () => market.state('SOL') === 'live');
    const all = ticks.map(({ price }) => price);
    assert.ok(all.every((price) => price >= wad('100') && price <= wad('100.3')));
    await assert.rejects(call(getIndexSources, { coin: 'XXX' }));
  } finally {
    clearInterval(timer);
  }
});
