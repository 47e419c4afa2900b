// ccxt's htx class as it is shipped, against the running server: nothing is overridden but the addresses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { coins } from '@candor/wire';
import { periodEnd, periodStart } from '../src/market/candles/candle-periods.ts';
import { openCcxtHtx, startContractsHost } from './support/ccxt.ts';
import type { CcxtBook, CcxtHtx } from './support/ccxt.ts';
import { liveMarket, openRunningApp } from './support/running-app.ts';
import type { RunningApp } from './support/running-app.ts';

const periods = {
  '1m': '1min', '5m': '5min', '15m': '15min', '30m': '30min', '1h': '60min', '4h': '4hour',
  '1d': '1day', '1w': '1week', '1M': '1mon', '1y': '1year',
} as const; // oxfmt-ignore
const symbol = 'BTC/USDT';

let app: RunningApp;
let contracts: { url: string; close(): void };
let htx: CcxtHtx;
before(async () => {
  app = await openRunningApp({ settings: { ...liveMarket, SIMULATED_RESTLESS: 'on', SIMULATED_HISTORY: '600' } });
  contracts = await startContractsHost();
  htx = await openCcxtHtx({ url: app.url, contractsUrl: contracts.url });
});
after(async () => {
  await htx.close();
  contracts.close();
  await app.close();
});

test('it finds the markets, their currencies and precisions, and that they are open', async () => {
  const markets = await htx.loadMarkets();
  for (const { code, priceDecimals } of coins) {
    const market = markets[`${code}/USDT`];
    assert.ok(market?.spot && market.active, code);
    assert.equal(market.precision.price, 10 ** -priceDecimals);
    assert.equal(htx.currencies[code]?.active, true);
  }
  assert.equal((await htx.fetchStatus()).status, 'ok');
  assert.ok(Math.abs((await htx.fetchTime()) - Date.now()) < 5_000);
});

test('it fetches tickers, trades and books', async () => {
  const tickers = await htx.fetchTickers();
  assert.equal(Object.keys(tickers).length, coins.length);
  const ticker = await htx.fetchTicker(symbol);
  assert.ok(ticker.bid! < ticker.ask! && ticker.baseVolume > 0);
  assert.ok(Math.abs(ticker.last / tickers[symbol]!.last - 1) < 0.01);
  const trades = await htx.fetchTrades(symbol);
  assert.ok(trades.length > 1 && trades.every(({ price, amount }) => price > 0 && amount > 0));
  assert.equal((await htx.fetchTrades(symbol, undefined, 1)).length, 1);
  for (const limit of [undefined, 5, 10, 20, 150]) {
    const book = await htx.fetchOrderBook(symbol, limit);
    isBook(book);
    assert.equal(book.bids.length, Math.min(limit ?? 150, book.bids.length));
  }
});

test('it fetches candles of every length that it lists, and those from an instant on', async () => {
  assert.deepEqual(Object.keys(htx.timeframes), Object.keys(periods));
  await untilThereAreMonths();
  for (const [timeframe, period] of Object.entries(periods)) {
    const rows = await htx.fetchOHLCV(symbol, timeframe);
    assert.ok(rows.length > 0 && rows.length <= 150, `${timeframe}: ${rows.length}`);
    for (const [place, [time, open, high, low, close]] of rows.entries()) {
      assert.equal(time, periodStart(period, time) * 1000);
      assert.ok(place === 0 || time === periodEnd(period, rows[place - 1]![0]) * 1000, `${timeframe} has a gap`);
      assert.ok(low <= Math.min(open, close) && Math.max(open, close) <= high);
    }
  }
  const minutes = await htx.fetchOHLCV(symbol, '1m', undefined, 1_000);
  assert.ok(minutes.length > 300, 'more than are kept in memory');
  const since = minutes[2]![0];
  const some = await htx.fetchOHLCV(symbol, '1m', since, 5);
  assert.deepEqual(
    some.map(([time]) => time),
    minutes.slice(2, 7).map(([time]) => time),
  );
});

test('it watches a ticker, trades and candles', async () => {
  const ticker = await htx.watchTicker(symbol);
  assert.ok(ticker.symbol === symbol && ticker.last > 0 && ticker.baseVolume > 0);
  htx.options['watchTicker']!['name'] = 'market.{marketId}.ticker';
  const full = await htx.watchTicker(symbol);
  assert.ok(full.bid! < full.ask!);
  const ids = new Set<string>();
  for (let round = 0; round < 5; round++) for (const { id } of await htx.watchTrades(symbol)) ids.add(id);
  assert.ok(ids.size >= 5, `${ids.size} trades in five updates`);
  for (const [timeframe, period] of Object.entries(periods)) {
    const [row] = await htx.watchOHLCV(symbol, timeframe);
    assert.equal(row![0], periodStart(period, row![0]) * 1000);
  }
});

test('it watches books of every depth, without losing their sequence', async () => {
  for (const limit of [undefined, 5, 20, 150, 400]) {
    let nonce = 0;
    for (let round = 0; round < 10; round++) {
      const book = await htx.watchOrderBook('ETH/USDT', limit);
      isBook(book);
      assert.ok(book.nonce >= nonce);
      assert.ok(limit === undefined || book.bids.length <= limit);
      nonce = book.nonce;
    }
    htx.options['watchOrderBook']!['depth'] = limit ?? 150;
    await htx.unWatchOrderBook('ETH/USDT');
  }
});

function isBook({ bids, asks }: CcxtBook): void {
  assert.ok(bids.length > 0 && asks.length > 0);
  assert.ok(bids.every(([price], place) => place === 0 || price < bids[place - 1]![0]));
  assert.ok(asks.every(([price], place) => place === 0 || price > asks[place - 1]![0]));
  assert.ok(bids[0]![0] < asks[0]![0], 'the book is crossed');
}

/** History is drawn coin by coin after the start. */
async function untilThereAreMonths(): Promise<void> {
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    if ((await htx.fetchOHLCV(symbol, '1M')).length > 10) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  assert.fail('there is no history of months');
}
