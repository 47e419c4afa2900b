import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { coinOfCode, formatAmount } from '@candor/wire';
import { manualClock } from '../../kit/clock.ts';
import { log } from '../../kit/log.ts';
import { passUntil, readUntil, until } from '../../kit/until.test-support.ts';
import { openHtxDouble } from '../../../test/support/neighbours/htx-double.ts';
import type { HtxDouble } from '../../../test/support/neighbours/htx-double.ts';
import { createHtxSource } from './htx-source.ts';
import type { HtxSource, HtxSourceOptions } from './htx-source.ts';
import type { Book, Candle, Trade } from './source.ts';

log.setLevel('silent');

/** The protocol's waits, shortened a few times; by a clock that goes on when a test says so, so that no busy machine uses them up. */
const quick = {
  superviseMs: 1,
  answerMs: 150,
  silentMs: { depth: 150, quote: 60_000, detail: 60_000, trade: 60_000, kline: 60_000 },
  patienceMs: 150,
  deadMs: 600,
  backoffMs: 10,
  backoffMaxMs: 50,
  unknownMs: 60_000,
} satisfies NonNullable<HtxSourceOptions['timing']>;
const btcDepth = 'market.btcusdt.depth.step0';
const btcTrades = 'market.btcusdt.trade.detail';

const clock = manualClock(Date.UTC(2026, 10, 27));
let upstream: HtxDouble;
let source: HtxSource;
let received: { books: Book[]; trades: Trade[]; minutes: Candle[]; recovered: number[] };

beforeEach(async () => {
  await source?.close();
  await upstream?.close();
  upstream = await openHtxDouble();
  received = { books: [], trades: [], minutes: [], recovered: [] };
});
after(async () => {
  await source.close();
  await upstream.close();
});

function connect(options: Partial<HtxSourceOptions> = {}, codes: string[] = ['BTC']): void {
  const coins = codes.map((code) => coinOfCode(code)!);
  source = createHtxSource({ ...upstream, clock, timing: quick, coins, ...options });
  source.connect({
    book: (_coin, book) => void received.books.push(book),
    trades: (_coin, trades) => void received.trades.push(...trades),
    detail: () => undefined,
    minute: (_coin, candle) => void received.minutes.push(candle),
    recovered: (_coin, sinceMs) => void received.recovered.push(sinceMs),
  });
}

const book = (version: number, bid = 10) => `{"bids":[[${bid},1]],"asks":[[${bid + 1},1]],"version":${version},"ts":1}`;
const trade = (tradeId: number, ts = 5) =>
  `{"id":100182534526255757567432481,"ts":${ts},"tradeId":${tradeId},"amount":9.2E-7,"price":1.5E4,"direction":"buy"}`;
const trades = (...rows: string[]) => `{"id":1,"ts":1,"data":[${rows.join(',')}]}`;

const pass = (what: string, isSo: () => boolean): Promise<void> => passUntil(clock, what, isSo);

/** Two seconds of an upstream as it is when all is well: a book every 40 ms. */
async function pushBooks(firstVersion = 1): Promise<void> {
  for (let version = firstVersion; version < firstVersion + 50; version++) {
    clock.advance(40);
    upstream.push(btcDepth, book(version));
    await readUntil('the book', () => received.books.at(-1)?.version, (last) => last === version, { everyMs: 2 }); // oxfmt-ignore
  }
}

test('it subscribes the four topics of each coin, answers pings with the same digits and reads what comes', async () => {
  connect({}, ['BTC', 'ETH']);
  await until('all subscribed', () => upstream.subscribed('market.ethusdt.kline.1min') === 1);
  for (const topic of ['depth.step0', 'trade.detail', 'detail', 'kline.1min']) {
    assert.equal(upstream.subscribed(`market.btcusdt.${topic}`), 1);
  }
  upstream.push(btcDepth, book(1));
  upstream.push(btcTrades, trades(trade(7)));
  await until('book and trade', () => received.books.length === 1 && received.trades.length === 1);
  const [one] = received.trades;
  assert.deepEqual(
    [one!.id, one!.tradeId, formatAmount(one!.price), formatAmount(one!.amount)],
    ['100182534526255757567432481', '7', '15000', '0.00000092'],
  );
  await until('pong', () => upstream.received.some(({ message }) => message['pong'] === 1492420473027));
});

test('many coins are spread over several connections', async () => {
  connect({}, ['BTC', 'ETH', 'BNB', 'XRP', 'ADA', 'DOGE', 'SOL', 'LTC']);
  await pass('both connected', () => upstream.subscribed('market.ltcusdt.kline.1min') === 1);
  assert.equal(upstream.connections(), 2);
});

test('a trade counts once, also when it is repeated after a reconnect, and an older book is not taken', async () => {
  connect();
  await until('subscribed', () => upstream.subscribed(btcTrades) === 1);
  upstream.push(btcTrades, trades(trade(1), trade(2), trade(1)));
  upstream.push(btcTrades, trades(trade(2), trade(3)));
  upstream.push(btcDepth, book(1000, 10));
  upstream.push(btcDepth, book(999, 20));
  await until('taken', () => received.trades.length === 3 && received.books.length > 0);
  upstream.cut();
  await pass('subscribed again', () => upstream.subscribed(btcTrades) === 2);
  upstream.push(btcTrades, trades(trade(3), trade(4)));
  upstream.push(btcDepth, book(5, 30));
  await until('the book of the new connection', () => received.books.length === 2);
  assert.deepEqual(
    received.trades.map(({ tradeId }) => tradeId),
    ['1', '2', '3', '4'],
  );
  assert.deepEqual(
    received.books.map(({ version }) => version),
    [1000, 5],
  );
});

test('a cut connection comes back by itself with all its topics, as often as it is cut', async () => {
  connect({}, ['BTC', 'ETH']);
  for (let round = 1; round <= 3; round++) {
    await pass(`round ${round}`, () => upstream.subscribed('market.ethusdt.kline.1min') === round);
    assert.equal(upstream.subscribed(btcDepth), round);
    upstream.cut();
  }
});

test('a topic that falls silent while pings go on is subscribed again, then the connection is replaced', async () => {
  connect();
  await until('subscribed', () => upstream.subscribed(btcDepth) === 1);
  await pushBooks();
  assert.deepEqual([upstream.connections(), upstream.subscribed(btcDepth)], [1, 1], 'nothing was done while data came');
  await pass('subscribed again on the same connection', () => upstream.subscribed(btcDepth) === 2);
  assert.equal(upstream.connections(), 1);
  await pass('replaced', () => upstream.connections() === 2);
});

test('one answer to the second subscription is not taken for data that flows again', async () => {
  connect();
  await until('subscribed', () => upstream.subscribed(btcDepth) === 1);
  upstream.push(btcDepth, book(1));
  await pass('subscribed again', () => upstream.subscribed(btcDepth) === 2);
  upstream.push(btcDepth, book(2));
  await until('the answer', () => received.books.length === 2);
  await pass('replaced nevertheless', () => upstream.connections() === 2);
  const asked = upstream.received.filter(({ connection, message }) => connection === 1 && message['sub'] === btcDepth);
  assert.equal(asked.length, 2, 'and not asked for a third time before');
});

test('a topic that flows again after the second subscription keeps its connection', async () => {
  connect();
  await pass('subscribed again', () => upstream.subscribed(btcDepth) === 2);
  await pushBooks();
  assert.deepEqual([upstream.connections(), upstream.subscribed(btcDepth)], [1, 2]);
});

test('a connection without even pings is replaced', async () => {
  upstream.behaviour.answersSubs = false;
  upstream.behaviour.pings = false;
  connect({ timing: { ...quick, answerMs: 60_000, deadMs: 200 } });
  await pass('replaced', () => upstream.connections() >= 2);
});

test('a corrupt frame is counted and costs nothing; if they go on the connection is replaced', async () => {
  connect();
  await until('subscribed', () => upstream.subscribed(btcDepth) === 1);
  const corrupt = Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]);
  upstream.raw(corrupt);
  upstream.push(btcDepth, '{"bids":"none"}');
  upstream.push(btcDepth, book(1));
  await until('the good book', () => received.books.length === 1);
  assert.deepEqual([source.counts().corrupt, source.counts().unreadable, upstream.connections()], [1, 1, 1]);
  for (let time = 0; time < 6; time++) upstream.raw(corrupt);
  await pass('replaced', () => upstream.connections() === 2);
});

for (const errorsHaveIds of [true, false]) {
  test(`a symbol that the upstream does not know is asked for once, ${errorsHaveIds ? 'with' : 'without'} ids in errors`, async () => {
    upstream.behaviour.unknown.add('tonusdt');
    upstream.behaviour.errorsHaveIds = errorsHaveIds;
    connect({}, ['TON', 'BTC']);
    await until('refused', () => source.counts().errors >= 1 && upstream.subscribed('market.btcusdt.kline.1min') === 1);
    upstream.cut();
    await pass('connected again', () => upstream.subscribed(btcDepth) === 2);
    await pushBooks();
    assert.equal(upstream.connections(), 2);
    for (const topic of ['depth.step0', 'trade.detail', 'detail', 'kline.1min']) {
      assert.ok(upstream.subscribed(`market.tonusdt.${topic}`) <= 1, topic);
    }
  });
}

test('a minute is over when the next one begins on the same subscription, not when one was missed', async () => {
  const kline = 'market.btcusdt.kline.1min';
  const candle = (id: number, amount: number) =>
    `{"id":${id},"open":1,"close":2,"low":1,"high":2,"amount":${amount},"vol":${amount * 2},"count":1}`;
  connect();
  await until('subscribed', () => upstream.subscribed(kline) === 1);
  upstream.push(kline, candle(60, 1));
  upstream.push(kline, candle(60, 3));
  upstream.push(kline, candle(120, 1));
  await until('the first minute', () => received.minutes.length === 1);
  assert.equal(formatAmount(received.minutes[0]!.amount), '3');
  upstream.cut();
  await pass('subscribed again', () => upstream.subscribed(kline) === 2);
  upstream.push(kline, candle(240, 1));
  upstream.push(kline, candle(300, 1));
  await until('the minute after the cut', () => received.minutes.length === 2);
  assert.equal(received.minutes[1]!.start, 240);
});

test('history comes oldest first, with every digit', async () => {
  upstream.behaviour.candles =
    '[{"id":120,"open":9.2E-7,"close":9.3E-7,"low":9.1E-7,"high":9.4E-7,"amount":4.0E7,"vol":36.571123,"count":2},' +
    '{"id":60,"open":1,"close":1,"low":1,"high":1,"amount":0,"vol":0,"count":0}]';
  connect();
  const candles = await source.history('BTC', '1min', 2);
  assert.deepEqual(
    candles.map(({ start }) => start),
    [60, 120],
  );
  assert.equal(formatAmount(candles[1]!.open), '0.00000092');
});
