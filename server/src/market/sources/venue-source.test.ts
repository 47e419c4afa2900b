// The one connection to a venue: subscribed whole, kept alive, replaced when it stalls, and never loud about what it lacks.
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { formatAmount } from '@candor/wire';
import { manualClock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import { passUntil, readUntil, until } from '../../kit/until.test-support.ts';
import { binance } from './binance.ts';
import { bybit } from './bybit.ts';
import { startFakeVenue } from './fake-venue.test-support.ts';
import type { FakeVenue } from './fake-venue.test-support.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';
import type { ConnectionTiming } from './upstream.ts';
import { createVenueSource } from './venue-source.ts';
import type { VenueSource } from './venue-source.ts';
import type { QuoteUpdate, Pair, Venue } from './venue.ts';

log.setLevel('silent');

/** By a clock that goes on when a test says so. */
const quick: Partial<ConnectionTiming> = {
  superviseMs: 1,
  answerMs: 150,
  silentMs: { depth: 150, quote: 60_000, detail: 60_000, trade: 60_000, kline: 60_000 },
  patienceMs: 150,
  deadMs: 5_000,
  stalledMs: 300,
  backoffMs: 10,
  backoffMaxMs: 50,
};
const clock = manualClock(Date.UTC(2026, 10, 27));
let upstream: FakeVenue;
let source: VenueSource;
let received: { pair: Pair; received: QuoteUpdate }[];

afterEach(async () => {
  await source.close();
  await upstream.close();
});

async function connect(
  venue: Venue,
  pairs: readonly Pair[],
  { answer, timing = quick }: { answer?: (text: string) => readonly string[]; timing?: Partial<ConnectionTiming> } = {},
): Promise<void> {
  upstream = await startFakeVenue(answer);
  received = [];
  source = createVenueSource({ venue, url: upstream.url, clock, timing, pairs });
  source.connect((pair, said) => void received.push({ pair, received: said }));
}

const pass = (what: string, isSo: () => boolean): Promise<void> => passUntil(clock, what, isSo);

const bybitQuote = (symbol: string): string =>
  `{"topic":"orderbook.1.${symbol}","type":"snapshot","ts":1786310818129,"data":{"s":"${symbol}","b":[["99","1"]],"a":[["101","2"]]}}`;

test('all topics are asked for in as few messages as the venue takes, and what comes is told by coin', async () => {
  await connect(binance, ['BTC', 'ETH'], { answer: () => ['{"result":null,"id":1}'] });
  await until('subscribed', () => upstream.received.length === 1);
  assert.deepEqual((JSON.parse(upstream.received[0]!) as { params: string[] }).params, [
    'btcusdt@bookTicker',
    'btcusdt@trade',
    'ethusdt@bookTicker',
    'ethusdt@trade',
  ]);
  upstream.say('{"stream":"ethusdt@bookTicker","data":{"s":"ETHUSDT","b":"10","B":"1","a":"11","A":"1"}}');
  upstream.say('{"stream":"xyzusdt@bookTicker","data":{"s":"XYZUSDT","b":"10","B":"1","a":"11","A":"1"}}');
  await until('received', () => received.length === 1);
  assert.equal(received[0]!.pair, 'ETH');
  assert.equal(formatAmount(received[0]!.received.quote!.bid), '10');
});

test('no request of Bybit holds more than ten topics', async () => {
  await connect(bybit, ['BTC', 'ETH', 'BNB', 'XRP', 'ADA', 'DOGE', 'SOL'], {
    answer: () => ['{"success":true,"ret_msg":"","op":"subscribe"}'],
  });
  await pass('all subscribed', () => upstream.received.length === 2);
  assert.deepEqual(
    upstream.received.map((text) => (JSON.parse(text) as { args: string[] }).args.length),
    [10, 4],
  );
});

test('a cut connection comes back with all its topics', async () => {
  await connect(bybit, ['BTC'], {
    answer: () => ['{"success":true,"op":"subscribe"}'],
    timing: { ...quick, stalledMs: 60_000 },
  });
  for (let round = 1; round <= 3; round++) {
    await pass(`round ${round}`, () => upstream.received.length === round);
    upstream.cut();
  }
  assert.equal(new Set(upstream.received).size, 1);
});

test('heartbeats without data do not keep a connection', async () => {
  await connect(kraken, ['BTC'], {
    answer: (text) => {
      const { params } = JSON.parse(text) as { params?: { channel: string; symbol: string[] } };
      if (!params) return [];
      const result = { channel: params.channel, symbol: params.symbol[0] };
      return [JSON.stringify({ method: 'subscribe', result, success: true })];
    },
  });
  await pass('replaced', () => {
    upstream.say('{"channel":"heartbeat"}');
    return upstream.connections() >= 2;
  });
});

test('data keeps it, and a quiet coin does not cost the others their connection', async () => {
  await connect(bybit, ['BTC', 'TRUMP'], { answer: () => ['{"success":true,"op":"subscribe"}'] });
  await until('subscribed', () => upstream.received.length === 1);
  for (let count = 1; count <= 50; count++) {
    clock.advance(50);
    upstream.say(bybitQuote('BTCUSDT'));
    await readUntil(
      'a quote',
      () => received.length,
      (length) => length === count,
      { everyMs: 2 },
    );
  }
  assert.equal(upstream.connections(), 1);
  assert.ok(received.every(({ pair }) => pair === 'BTC'));
});

test('a market that the venue does not know is asked for once', async () => {
  const unknown = (symbol: string): string =>
    `{"event":"error","code":"60018","msg":"Wrong URL or channel:bbo-tbt,instId:${symbol} doesn't exist.","connId":"1"}`;
  await connect(okx, ['BTC'], {
    answer: () => [unknown('BTC-USDT'), unknown('BTC-USDT').replace('bbo-tbt', 'trades')],
    timing: { ...quick, stalledMs: 60_000 },
  });
  await until('refused', () => source.counts()!.errors === 2);
  const end = clock.now() + 2_000;
  await pass('it would have been asked for again', () => clock.now() > end);
  assert.equal(upstream.received.filter((text) => text.includes('subscribe')).length, 1);
  assert.equal(upstream.connections(), 1);
});

test('a connection that sends nonsense is replaced; one bad frame costs nothing', async () => {
  await connect(bybit, ['BTC'], {
    answer: () => ['{"success":true,"op":"subscribe"}'],
    timing: { ...quick, stalledMs: 60_000 },
  });
  await until('subscribed', () => upstream.received.length === 1);
  upstream.say('nonsense');
  upstream.say(bybitQuote('BTCUSDT'));
  await until('received', () => received.length === 1);
  assert.deepEqual([source.counts()!.corrupt, upstream.connections()], [1, 1]);
  for (let time = 0; time < 6; time++) upstream.say('{"topic":"orderbook.1.BTCUSDT","type":"snapshot"}');
  await pass('replaced', () => upstream.connections() === 2);
});

test('one market whose messages can not be read costs the others nothing', async () => {
  await connect(bybit, ['BTC', 'ETH'], { answer: () => ['{"success":true,"op":"subscribe"}'] });
  await until('subscribed', () => upstream.received.length === 1);
  for (let count = 1; count <= 20; count++) {
    clock.advance(50);
    upstream.say(
      '{"topic":"orderbook.1.ETHUSDT","type":"snapshot","ts":1786310818129,"data":{"b":[["x","1"]],"a":[["y","1"]]}}',
    );
    upstream.say(bybitQuote('BTCUSDT'));
    await readUntil(
      'a quote',
      () => received.length,
      (length) => length === count,
      { everyMs: 2 },
    );
  }
  assert.deepEqual([source.counts()!.corrupt, upstream.connections()], [20, 1]);
});

test('a quote that falls silent is subscribed again alone, on the same connection', async () => {
  await connect(bybit, ['BTC', 'ETH'], {
    answer: () => ['{"success":true,"op":"subscribe"}'],
    timing: { ...quick, silentMs: { ...quick.silentMs!, quote: 300 } },
  });
  await until('subscribed', () => upstream.received.length === 1);
  upstream.mute('ETHUSDT');
  for (let count = 1; count <= 60; count++) {
    clock.advance(50);
    upstream.say(bybitQuote('ETHUSDT'));
    upstream.say(bybitQuote('BTCUSDT'));
    await readUntil(
      'a quote',
      () => received.length,
      (length) => length === count,
      { everyMs: 2 },
    );
  }
  const asked = upstream.received.slice(1).map((text) => JSON.parse(text) as { op: string; args: string[] });
  assert.ok(asked.length >= 2 && asked.length <= 8, `${asked.length} requests`);
  assert.ok(asked.every(({ args }) => args.join() === 'orderbook.1.ETHUSDT'));
  assert.equal(upstream.connections(), 1);
});

test('a venue that wants to be asked is asked', async () => {
  const eager = { ...okx, createProtocol: () => ({ ...okx.createProtocol(), ping: { text: 'ping', everyMs: 50 } }) };
  await connect(eager, ['BTC'], {
    answer: (text) => (text === 'ping' ? ['pong'] : []),
    timing: { ...quick, answerMs: 60_000 },
  });
  await pass('asked three times', () => upstream.received.filter((text) => text === 'ping').length >= 3);
  assert.equal(source.counts()!.corrupt, 0);
});
