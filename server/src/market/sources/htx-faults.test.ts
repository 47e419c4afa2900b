// One book of an exchange is silent, late, repeated, reordered, partial, unreadable or withdrawn: at most its own coin loses the price of
// this exchange, and the other coins of the connection are not affected.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { coinOfCode, wad, type CoinCode } from '@candor/wire';
import { manualClock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import { passUntil, readUntil, until } from '../../kit/until.test-support.ts';
import { createIndexPrices, type IndexPrices } from '../index/index-price.ts';
import { openHtxDouble, type HtxDouble, type PushFault } from '../../../test/support/neighbours/htx-double.ts';
import { createHtxSource, type HtxSource } from './htx-source.ts';
import { topicTiming } from './upstream-topic.ts';

log.setLevel('silent');

const coins = ['BTC', 'ETH', 'BNB', 'XRP'] as const;
const clock = manualClock(Date.UTC(2026, 10, 28));
let upstream: HtxDouble;
let source: HtxSource;
let index: IndexPrices;
let books: Map<CoinCode, number>;
let version = 0;

beforeEach(async () => {
  await source?.close();
  await upstream?.close();
  upstream = await openHtxDouble();
  index = createIndexPrices([{ name: 'htx', quotes: 'USDT', pairs: new Set(coins) }]);
  books = new Map();
  source = createHtxSource({
    ...upstream,
    clock,
    // Checks every millisecond, and moves a book after two tries; other times are those of production, by a clock that the test sets.
    timing: { superviseMs: 1, triesToMove: 2, returnAfterMs: 60_000, provenMs: 10_000 },
    coins: coins.map((code) => coinOfCode(code)!),
  });
  source.connect({
    book(coin, { bids: [bid], asks: [ask], at }) {
      books.set(coin, (books.get(coin) ?? 0) + 1);
      const quote = bid && ask && { bid: bid[0], bidSize: bid[1], ask: ask[0], askSize: ask[1] };
      index.update('htx', coin, { ...(quote && { quote }), sentAt: at }, clock.now());
    },
    trades: () => undefined,
    detail: () => undefined,
    minute: () => undefined,
    recovered: () => undefined,
  });
  await passUntil(clock, 'subscribed', () => coins.every((coin) => upstream.subscribed(depthOf(coin)) === 1));
});
after(async () => {
  await source.close();
  await upstream.close();
});

const depthOf = (coin: CoinCode): string => `market.${coin.toLowerCase()}usdt.depth.step0`;
const priceOf = (coin: CoinCode) => index.priceOf(coin, clock.now())?.price;

interface Pushed {
  /** Age of ETH's book, by the time in the book, ms. */
  agoMs?: number;
  version?: number;
}

/** Advances one second and sends a book of each coin. */
async function second({ agoMs = 0, version: given }: Pushed = {}): Promise<void> {
  clock.advance(1_000);
  version++;
  const before = books.get('XRP') ?? 0;
  for (const coin of coins) {
    const isFaulty = coin === 'ETH';
    const at = clock.now() - (isFaulty ? agoMs : 0);
    const number = isFaulty ? (given ?? version) : version;
    upstream.push(depthOf(coin), `{"bids":[[10,${version}]],"asks":[[11,1]],"version":${number},"ts":${at}}`);
  }
  // The book of XRP is sent last.
  await readUntil(
    'the books',
    () => books.get('XRP') ?? 0,
    (count) => count > before,
    { everyMs: 1 },
  );
}

/** Runs `count` seconds and checks in each that the three other coins have their price. */
async function seconds(count: number, pushed: Pushed = {}): Promise<void> {
  for (let at = 0; at < count; at++) {
    await second(pushed);
    for (const coin of ['BTC', 'BNB', 'XRP'] as const)
      assert.equal(priceOf(coin), wad('10.5'), `${coin}, second ${at}`);
  }
}

test('a book that falls silent costs only its coin the price, is asked for ever more seldom, and comes back on its own connection', async () => {
  await seconds(2);
  assert.equal(priceOf('ETH'), wad('10.5'));
  upstream.faults.set(depthOf('ETH'), 'silent');
  await seconds(16);
  assert.equal(priceOf('ETH'), undefined);
  assert.equal(upstream.connections(), 1);
  assert.ok(upstream.subscribed(depthOf('ETH')) <= 3, `${upstream.subscribed(depthOf('ETH'))} subscriptions`);
  await seconds(25);
  await until('a connection of its own', () => upstream.connections() === 2);
  const [first] = upstream.received.filter(({ connection }) => connection === 2);
  assert.deepEqual(first!.message['sub'], depthOf('ETH'));
  for (const coin of coins) if (coin !== 'ETH') assert.equal(upstream.subscribed(depthOf(coin)), 1, coin);
  upstream.faults.clear();
  await seconds(2);
  await until('its price is back', () => priceOf('ETH') === wad('10.5'));
});

/** ETH's book is silent on the shared connection, and flows on its own connection. */
async function moveEth(): Promise<void> {
  await seconds(2);
  upstream.mutes.add(`1 ${depthOf('ETH')}`);
  await seconds(41);
  await until('a connection of its own', () => upstream.connections() === 2);
  await seconds(2);
  await until('its price is back', () => priceOf('ETH') === wad('10.5'));
}

/** Runs `count` seconds in each of which all four coins have a price. */
async function pricedSeconds(count: number): Promise<void> {
  for (let at = 0; at < count; at++) {
    await seconds(1);
    await until(`the price of ETH, second ${at}`, () => priceOf('ETH') === wad('10.5'));
  }
}

test('a book returns to its shared connection, which has delivered it for a while, and its own one is closed', async () => {
  await moveEth();
  upstream.mutes.clear();
  await pricedSeconds(62);
  assert.deepEqual(upstream.open(), [1, 2], 'both deliver during the trial');
  await pricedSeconds(12);
  await until('closed', () => upstream.open().length === 1);
  assert.deepEqual(upstream.open(), [1]);
  await pricedSeconds(5);
  assert.equal(source.counts().opened, 1);
});

test('a shared connection that stays silent or stops again in its trial takes no book back', async () => {
  await moveEth();
  await pricedSeconds(62);
  upstream.mutes.clear();
  await pricedSeconds(4);
  upstream.mutes.add(`1 ${depthOf('ETH')}`);
  await pricedSeconds(40);
  assert.deepEqual(upstream.open(), [1, 2]);
});

test('when the own connection breaks during a trial, the book is open again on it, and no other coin is touched', async () => {
  await moveEth();
  await pricedSeconds(62);
  upstream.mutes.add(`2 ${depthOf('ETH')}`);
  upstream.mutes.add(`3 ${depthOf('ETH')}`);
  await seconds(20);
  assert.equal(priceOf('ETH'), undefined);
  upstream.mutes.clear();
  await seconds(30);
  await until('its price is back', () => priceOf('ETH') === wad('10.5'));
});

test('when every book is silent the connection is replaced within the patience', async () => {
  await seconds(2);
  for (const coin of coins) upstream.faults.set(depthOf(coin), 'silent');
  const since = clock.now();
  await passUntil(clock, 'replaced', () => upstream.connections() === 2);
  const { silentMs, patienceMs } = topicTiming;
  assert.ok(clock.now() - since <= silentMs.depth + patienceMs + 3_000, `${clock.now() - since} ms`);
});

/** Whether the coin whose book has the fault has a price after seven seconds. */
const outcomes: Record<Exclude<PushFault, 'silent'>, 'priced' | 'none'> = {
  late: 'priced',
  reordered: 'priced',
  repeated: 'priced',
  empty: 'none',
  partial: 'none',
  'other-words': 'none',
};
for (const [fault, outcome] of Object.entries(outcomes) as [PushFault, 'priced' | 'none'][])
  test(`a book that is ${fault}: ${outcome === 'none' ? 'no price of it' : 'its price goes on'}, and no other coin is touched`, async () => {
    await seconds(2);
    upstream.faults.set(depthOf('ETH'), fault);
    await seconds(7);
    assert.equal(priceOf('ETH'), outcome === 'priced' ? wad('10.5') : undefined);
    upstream.faults.clear();
    await seconds(2);
    assert.equal(priceOf('ETH'), wad('10.5'));
    assert.equal(upstream.connections(), 1);
  });

test('a book with old times gives no price, nor one from the future', async () => {
  await seconds(2);
  for (const agoMs of [60_000, -2_000]) {
    await seconds(2, { agoMs });
    assert.equal(priceOf('ETH'), undefined);
    await seconds(1);
    assert.equal(priceOf('ETH'), wad('10.5'));
  }
});

test('books whose versions leave a gap or start over are accepted by their times', async () => {
  await seconds(3, { version: 1_000 });
  await seconds(8, { version: 1_000_000 });
  assert.equal(priceOf('ETH'), wad('10.5'));
  await seconds(8, { version: 3 });
  assert.equal(priceOf('ETH'), wad('10.5'));
});

test('a coin that is withdrawn is asked for, refused, and left alone', async () => {
  await seconds(2);
  upstream.withdraw('ethusdt');
  await seconds(12);
  assert.equal(priceOf('ETH'), undefined);
  assert.equal(upstream.subscribed(depthOf('ETH')), 2);
  assert.equal(upstream.connections(), 1);
});

test('a connection that was opened ever more seldom for its silent book is opened again at once when it ends after the book came back', async () => {
  upstream.faults.set(depthOf('ETH'), 'silent');
  await seconds(150);
  const openedOften = upstream.connections();
  assert.ok(openedOften > 4, `${openedOften} connections`);
  upstream.faults.clear();
  for (let at = 0; at < 150 && priceOf('ETH') === undefined; at++) await second();
  await seconds(20);
  assert.equal(priceOf('ETH'), wad('10.5'));
  const [since, asked] = [clock.now(), upstream.subscribed(depthOf('ETH'))];
  upstream.cut();
  await passUntil(clock, 'subscribed again', () => upstream.subscribed(depthOf('ETH')) > asked);
  assert.ok(clock.now() - since <= 1_000, `${clock.now() - since} ms`);
});
