// Each exchange's messages: as they were recorded where there is a recording, else as its documentation shows them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { formatAmount } from '@candor/wire';
import fc from 'fast-check';
import { binance } from './binance.ts';
import { bybit } from './bybit.ts';
import { coinbase } from './coinbase.ts';
import { kraken } from './kraken.ts';
import { okx } from './okx.ts';
import type { Said } from './protocol.ts';
import type { QuoteUpdate, Venue } from './venue.ts';

const venues = [binance, okx, bybit, coinbase, kraken];
const read = (venue: Venue, text: string) => venue.createProtocol().read(Buffer.from(text));

/** What was said, in plain values. */
function plain(said: Said<QuoteUpdate>): unknown {
  if (said.kind !== 'push') return said.kind === 'refused' ? { refused: said.text, isUnknown: said.isUnknown } : said;
  const { quote, prints, sentAt } = said.content;
  return {
    topic: said.topic,
    ...(quote && { quote: Object.values(quote).map((value) => formatAmount(value)) }),
    ...(prints && { prints: prints.map(({ price, amount, at }) => [formatAmount(price), formatAmount(amount), at]) }),
    ...(sentAt !== undefined && { sentAt }),
  };
}
const readPlain = (venue: Venue, text: string) => read(venue, text).map(plain);

function recorded(venue: string): { path: string; frames: { conn: string; data: string }[] | undefined } {
  const path = join(import.meta.dirname, `../../../../../shared/data/venues/${venue}-2026-08-09.jsonl.gz`);
  if (!existsSync(path)) return { path, frames: undefined };
  const lines = gunzipSync(readFileSync(path)).toString().trim().split('\n');
  const frames = lines.map((line) => JSON.parse(line) as { t: string; conn: string; data: string });
  return { path, frames: frames.filter(({ t }) => t === 'recv') };
}

const coinbaseTape = recorded('coinbase');
test('Coinbase as recorded', { skip: !coinbaseTape.frames && `no recording at ${coinbaseTape.path}` }, () => {
  const seen = { quotes: 0, prints: 0, confirmed: 0, other: 0 };
  let newest = 0;
  for (const { data } of coinbaseTape.frames!) {
    const said = read(coinbase, data);
    if (said.length === 0) seen.other++;
    for (const one of said) {
      assert.notEqual(one.kind, 'refused', data.slice(0, 200));
      if (one.kind === 'confirmed') seen.confirmed++;
      if (one.kind !== 'push') continue;
      assert.ok(['BTC-USD', 'ETH-USD'].includes(coinbase.symbolOf(one.topic)));
      const { quote, prints = [], sentAt } = one.content;
      if (one.topic.startsWith('ticker ')) {
        assert.ok(quote && data.includes(`"best_bid":"${textIn(data, 'best_bid', one.topic)}"`));
        assert.ok(quote.bid < quote.ask);
        seen.quotes++;
      }
      assert.ok(sentAt! >= newest - 2_000 && sentAt! > Date.UTC(2026, 7, 9, 21));
      newest = Math.max(newest, sentAt!);
      for (const print of prints) assert.ok(print.at <= sentAt! && data.includes(formatAmount(print.price)));
      seen.prints += prints.length;
    }
  }
  assert.ok(seen.quotes >= 160 && seen.prints > 59 && seen.confirmed === 5, JSON.stringify(seen));
});

const textIn = (data: string, field: string, topic: string): string | undefined =>
  new RegExp(`"product_id":"${topic.split(' ')[1]}".*?"${field}":"([^"]+)"`).exec(data)?.[1];

const bybitTape = recorded('bybit');
test('Bybit as recorded', { skip: !bybitTape.frames && `no recording at ${bybitTape.path}` }, () => {
  const seen = { snapshots: 0, prints: 0, confirmed: 0 };
  for (const { data } of bybitTape.frames!) {
    for (const one of read(bybit, data)) {
      assert.notEqual(one.kind, 'refused', data.slice(0, 200));
      if (one.kind === 'confirmed') seen.confirmed++;
      if (one.kind !== 'push' || one.topic.startsWith('kline')) continue;
      const { quote, prints = [], sentAt } = one.content;
      if (quote) {
        assert.ok(data.includes(`"b":[["${firstIn(data, 'b')}"`) && quote.bid < quote.ask);
        seen.snapshots++;
      }
      for (const print of prints) assert.ok(Math.abs(print.at - sentAt!) < 5_000);
      seen.prints += prints.length;
    }
  }
  assert.ok(seen.snapshots === 6 && seen.prints > 102 && seen.confirmed >= 10, JSON.stringify(seen));
});

const firstIn = (data: string, side: string): string | undefined =>
  new RegExp(`"${side}":\\[\\["([^"]+)"`).exec(data)?.[1];

test('Binance as documented', () => {
  const quote =
    '{"stream":"btcusdt@bookTicker","data":{"u":400900217,"s":"BTCUSDT","b":"25.35190000","B":"31.21000000","a":"25.36520000","A":"40.66000000"}}';
  assert.deepEqual(readPlain(binance, quote), [
    { topic: 'btcusdt@bookTicker', quote: ['25.3519', '31.21', '25.3652', '40.66'] },
  ]);
  const trade =
    '{"stream":"btcusdt@trade","data":{"e":"trade","E":1672515782136,"s":"BTCUSDT","t":12345,"p":"0.001","q":"100","T":1672515782130,"m":true,"M":true}}';
  assert.deepEqual(readPlain(binance, trade), [
    { topic: 'btcusdt@trade', prints: [['0.001', '100', 1672515782130]], sentAt: 1672515782136 },
  ]);
  // The same from its address for raw streams.
  for (const text of [quote, trade]) {
    const raw = JSON.stringify((JSON.parse(text) as { data: object }).data);
    assert.deepEqual(readPlain(binance, raw), readPlain(binance, text));
  }
  assert.throws(() => readPlain(binance, '{"what":"is this"}'));
  assert.deepEqual(readPlain(binance, '{"result":null,"id":1}'), [{ kind: 'confirmed', topics: 'all' }]);
  assert.deepEqual(readPlain(binance, '{"error":{"code":2,"msg":"Invalid request"},"id":1}'), [
    { refused: 'Invalid request', isUnknown: false },
  ]);
  assert.deepEqual(binance.createProtocol().subscribe(['btcusdt@trade', 'ethusdt@trade']), [
    '{"method":"SUBSCRIBE","params":["btcusdt@trade","ethusdt@trade"],"id":1}',
  ]);
});

test('OKX as documented', () => {
  const quote =
    '{"arg":{"channel":"bbo-tbt","instId":"BTC-USDT"},"data":[{"asks":[["111.06","55154","0","2"]],"bids":[["111.05","57745","0","2"]],"ts":"1670324386802","seqId":363996337}]}';
  assert.deepEqual(readPlain(okx, quote), [
    { topic: 'bbo-tbt BTC-USDT', quote: ['111.05', '57745', '111.06', '55154'], sentAt: 1670324386802 },
  ]);
  const empty = quote.replace('[["111.06","55154","0","2"]]', '[]');
  assert.deepEqual(readPlain(okx, empty), [{ topic: 'bbo-tbt BTC-USDT', sentAt: 1670324386802 }]);
  const trade =
    '{"arg":{"channel":"trades","instId":"BTC-USDT"},"data":[{"instId":"BTC-USDT","tradeId":"130639474","px":"42219.9","sz":"0.12060306","side":"buy","ts":"1630048897897","count":"3"}]}';
  assert.deepEqual(readPlain(okx, trade), [
    { topic: 'trades BTC-USDT', prints: [['42219.9', '0.12060306', 1630048897897]] },
  ]);
  assert.deepEqual(
    readPlain(okx, '{"event":"subscribe","arg":{"channel":"trades","instId":"BTC-USDT"},"connId":"a4d3ae55"}'),
    [{ kind: 'confirmed', topics: ['trades BTC-USDT'] }],
  );
  const [refusal] = read(
    okx,
    `{"event":"error","code":"60018","msg":"Wrong URL or channel:trades,instId:XYZ-USDT doesn't exist. Please use the correct URL, channel and parameters referring to API document.","connId":"a4d3ae55"}`,
  );
  assert.ok(refusal?.kind === 'refused' && refusal.isUnknown);
  assert.deepEqual([refusal.isAbout('trades XYZ-USDT'), refusal.isAbout('trades BTC-USDT')], [true, false]);
  assert.deepEqual(readPlain(okx, 'pong'), []);
  assert.deepEqual(okx.createProtocol().subscribe(['trades BTC-USDT']), [
    '{"op":"subscribe","args":[{"channel":"trades","instId":"BTC-USDT"}]}',
  ]);
});

test('Kraken as documented: numbers are bare, one confirmation comes for each symbol', () => {
  const ticker =
    '{"channel":"ticker","type":"snapshot","data":[{"symbol":"ALGO/USD","bid":0.10025,"bid_qty":740.0,"ask":0.10036,"ask_qty":1361.44813783,"last":0.10035,"volume":997038.98383185,"vwap":0.10148,"low":0.09979,"high":0.10285,"change":-0.00017,"change_pct":-0.17}]}';
  assert.deepEqual(readPlain(kraken, ticker), [
    { topic: 'ticker ALGO/USD', quote: ['0.10025', '740', '0.10036', '1361.44813783'] },
  ]);
  const stamped = ticker.replace('"symbol"', '"timestamp":"2023-09-25T07:49:37.708706Z","symbol"');
  assert.equal((readPlain(kraken, stamped)[0] as { sentAt: number }).sentAt, Date.UTC(2023, 8, 25, 7, 49, 37, 708));
  const trade =
    '{"channel":"trade","type":"update","data":[{"symbol":"MATIC/USD","side":"sell","price":0.5117,"qty":40.0,"ord_type":"market","trade_id":4665906,"timestamp":"2023-09-25T07:49:37.708706Z"}]}';
  assert.deepEqual(readPlain(kraken, trade), [
    { topic: 'trade MATIC/USD', prints: [['0.5117', '40', Date.UTC(2023, 8, 25, 7, 49, 37, 708)]] },
  ]);
  assert.deepEqual(
    readPlain(
      kraken,
      '{"method":"subscribe","result":{"channel":"ticker","event_trigger":"bbo","snapshot":true,"symbol":"ALGO/USD"},"success":true,"time_in":"2023-09-25T09:04:31.742599Z","time_out":"2023-09-25T09:04:31.742648Z"}',
    ),
    [{ kind: 'confirmed', topics: ['ticker ALGO/USD'] }],
  );
  const [refusal] = read(
    kraken,
    '{"error":"Currency pair not supported XYZ/USD","method":"subscribe","success":false,"symbol":"XYZ/USD"}',
  );
  assert.ok(refusal?.kind === 'refused' && refusal.isUnknown && refusal.isAbout('ticker XYZ/USD'));
  for (const other of ['{"channel":"heartbeat"}', '{"method":"pong","time_in":"x","time_out":"y"}']) {
    assert.deepEqual(readPlain(kraken, other), []);
  }
});

test('what they refuse is told apart: a market that is not there, and the rest', () => {
  const [unknown] = read(bybit, '{"success":false,"ret_msg":"Invalid symbol :[publicTrade.XYZUSDT]","op":"subscribe"}');
  assert.ok(unknown?.kind === 'refused' && unknown.isUnknown && unknown.isAbout('publicTrade.XYZUSDT'));
  const [busy] = read(bybit, '{"success":false,"ret_msg":"too many visits","op":"subscribe"}');
  assert.ok(busy?.kind === 'refused' && !busy.isUnknown);
  const [product] = read(coinbase, '{"type":"error","message":"XYZ-USD is not a valid product"}');
  assert.ok(product?.kind === 'refused' && product.isUnknown && product.isAbout('ticker XYZ-USD'));
});

test('sides that meet or cross are not believed, and a message that is not whole is corrupt', () => {
  const crossed = '{"stream":"btcusdt@bookTicker","data":{"b":"25.4","B":"1","a":"25.4","A":"1"}}';
  assert.deepEqual(readPlain(binance, crossed), [{ topic: 'btcusdt@bookTicker' }]);
  for (const [venue, text] of [
    [binance, '{"stream":"btcusdt@bookTicker","data":{"b":"25.4","B":"1","a":"x","A":"1"}}'],
    [binance, '{"stream":"btcusdt@trade","data":{"p":"0","T":1672515782136,"E":1672515782136}}'],
    [okx, '{"arg":{"channel":"trades","instId":"BTC-USDT"},"data":[{"px":"-1","ts":"1630048897897"}]}'],
    [kraken, '{"channel":"trade","data":[{"symbol":"BTC/USD","price":1,"timestamp":"yesterday"}]}'],
    [coinbase, '{"channel":"ticker","timestamp":"2026-08-09T21:05:48.2Z","events":"none"}'],
    [bybit, '{"topic":"orderbook.1.BTCUSDT","type":"snapshot","data":{"b":[],"a":[]}}'],
  ] as const) {
    assert.throws(() => read(venue, text), Error, text);
  }
});

test('no text at all makes a reader do anything but throw or say something', () => {
  const values = fc.jsonValue({ maxDepth: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...venues), values, (venue, value) => {
      const text = JSON.stringify({ ...(value as object), data: value, events: [value] });
      try {
        for (const said of read(venue, text)) assert.ok(said.kind);
      } catch (error) {
        assert.ok(error instanceof Error && !(error instanceof TypeError), String((error as Error).stack));
      }
    }),
  );
});

test('each topic leads back to the market that it was made for', () => {
  for (const venue of venues) {
    for (const symbol of venue.symbols.values()) {
      for (const { name } of venue.topicsOf(symbol)) assert.equal(venue.symbolOf(name), symbol);
    }
    assert.ok(venue.symbols.size >= 19);
    assert.equal(venue.symbols.has('USDT'), venue.quotes === 'USD', 'who quotes in dollars says what a tether costs');
  }
});
