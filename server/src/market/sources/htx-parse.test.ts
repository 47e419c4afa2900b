import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { formatAmount } from '@candor/wire';
import fc from 'fast-check';
import { readFrame } from './htx-frame.ts';
import { parseBook, parseCandle, parseQuantity, parseTrades } from './htx-parse.ts';
import { parseLossless } from './lossless-json.ts';
import type { Level, Trade } from './source.ts';
import { longRun } from '../../../test/support/long-run.ts';

const recording = join(import.meta.dirname, '../../../../../shared/data/htx/ws-recording-2021-04-17.jsonl.gz');
const isThere = existsSync(recording);
const read = (tick: object | string) => parseLossless(typeof tick === 'string' ? tick : JSON.stringify(tick));

test(
  'every recorded frame is read, and not one digit is lost',
  isThere ? longRun('a recorded exchange') : { skip: `no recording at ${recording}` },
  () => {
    const frames = gunzipSync(readFileSync(recording))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { t: string; b64?: string })
      .filter((line) => line.t === 'recv')
      .map((line) => Buffer.from(line.b64!, 'base64'));
    const seen = { depth: 0, trade: 0, trades: 0, ping: 0, subscribed: 0, longIds: 0, exponents: 0 };
    for (const frame of frames) {
      const raw = gunzipSync(frame).toString();
      const message = readFrame(frame);
      if (message.kind === 'ping') {
        seen.ping++;
        assert.equal(raw, `{"ping":${message.digits}}`);
        continue;
      }
      if (message.kind === 'subscribed') {
        seen.subscribed++;
        continue;
      }
      assert.equal(message.kind, 'push', raw.slice(0, 200));
      if (message.kind !== 'push') continue;
      if (message.topic.includes('.depth.')) {
        const book = parseBook(message.tick);
        assert.ok(book, raw.slice(0, 200));
        seen.depth++;
        if (/\dE/.test(raw)) seen.exponents++;
        assert.deepEqual(textsOf(book.bids), pairsIn(raw, 'bids'));
        assert.deepEqual(textsOf(book.asks), pairsIn(raw, 'asks'));
        assert.equal(String(book.version), fieldIn(raw, 'version'));
        continue;
      }
      const trades = parseTrades(message.tick);
      assert.ok(trades, raw.slice(0, 200));
      seen.trade++;
      const rows = [
        ...raw.matchAll(
          /\{"id":(\d+),"ts":(\d+),"tradeId":(\d+),"amount":([^,]+),"price":([^,]+),"direction":"(\w+)"\}/g,
        ),
      ];
      assert.equal(trades.length, rows.length);
      for (const [, id, at, tradeId, amount, price, direction] of rows) {
        const trade: Trade | undefined = trades.find((each) => each.tradeId === tradeId);
        assert.deepEqual(
          trade && [trade.id, String(trade.at), formatAmount(trade.amount), formatAmount(trade.price), trade.direction],
          [id, at, plain(amount!), plain(price!), direction],
        );
        if (BigInt(id!) > 2n ** 53n) seen.longIds++;
        seen.trades++;
      }
    }
    assert.deepEqual(
      [frames.length, seen.depth, seen.trade, seen.trades, seen.subscribed, seen.ping, seen.longIds],
      [362, 292, 44, 73, 20, 6, 73],
    );
    assert.ok(seen.exponents > 200, `${seen.exponents} books with exponents`);
  },
);

test('a number in any notation keeps its digits, and an id of 27 digits too', () => {
  const trades = parseTrades(
    read(
      '{"id":1,"ts":2,"data":[{"id":100182534526255757567432481,"ts":5,"tradeId":100,"amount":4.0E7,"price":9.2E-7,"direction":"buy"}]}',
    ),
  );
  assert.deepEqual(
    trades?.map((trade) => [trade.id, formatAmount(trade.amount), formatAmount(trade.price)]),
    [['100182534526255757567432481', '40000000', '0.00000092']],
  );
});

test('a trade that is in a message twice counts once, and the oldest comes first', () => {
  const row = (tradeId: number, ts: number) => ({ id: tradeId, ts, tradeId, amount: 1, price: 2, direction: 'sell' });
  const trades = parseTrades(read({ data: [row(9, 30), row(10, 20), row(9, 30), row(100, 30)] }));
  assert.deepEqual(
    trades?.map((trade) => trade.tradeId),
    ['10', '9', '100'],
  );
});

test('books that cross, are unsorted or hold nonsense are not believed', () => {
  const book = (bids: unknown, asks: unknown) => parseBook(read({ bids, asks, version: 1, ts: 2 }));
  assert.ok(book([[10, 1], [9, 1]], [[11, 1], [12, 1]])); // oxfmt-ignore
  assert.ok(book([], [[11, 1]]));
  assert.equal(book([[11, 1]], [[11, 1]]), undefined);
  assert.equal(book([[9, 1], [10, 1]], [[11, 1]]), undefined); // oxfmt-ignore
  assert.equal(book([[9, 1]], [[12, 1], [12, 1]]), undefined); // oxfmt-ignore
  assert.equal(book([[0, 1]], []), undefined);
  assert.equal(book([[-9, 1]], []), undefined);
  assert.equal(book([['NaN', 1]], []), undefined);
  assert.equal(book(undefined, []), undefined);
  assert.equal(parseBook(read('[]')), undefined);
  assert.equal(
    parseCandle(read({ id: 60, open: 2, high: 1, low: 3, close: 2, amount: 0, vol: 0, count: 0 })),
    undefined,
  );
});

test('a quantity is cut off behind 18 decimals and nowhere else', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 34n), fc.integer({ min: 0, max: 40 }), (digits, decimals) => {
      const text = digits.toString().padStart(decimals + 1, '0');
      const [whole, fraction] = [text.slice(0, text.length - decimals), text.slice(text.length - decimals)];
      fc.pre(whole.length <= 19);
      const written = decimals === 0 ? whole : `${whole}.${fraction}`;
      const expected = BigInt(whole + fraction.slice(0, 18).padEnd(18, '0'));
      assert.equal(parseQuantity(written), expected, written);
      if (decimals > 0 && decimals < 40)
        assert.equal(parseQuantity(`${whole}${fraction}E-${decimals}`) ?? expected, expected);
    }),
  );
});

test('a frame that is no gzip, no JSON, no object or a bomb throws and nothing else', () => {
  const bomb = gzipSync(`"${'0'.repeat(5 * 1024 * 1024)}"`);
  for (const bad of [
    Buffer.from([0x1f, 0x8b, 8, 0, 1, 2, 3]),
    Buffer.alloc(0),
    gzipSync('{'),
    gzipSync('[1]'),
    gzipSync('{"ping":"x"}'),
    bomb,
  ]) {
    assert.throws(() => readFrame(bad));
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        readFrame(Buffer.from(bytes));
      } catch (error) {
        assert.ok(error instanceof Error);
      }
    }),
  );
});

const textsOf = (levels: readonly Level[]) => levels.map(([price, size]) => [formatAmount(price), formatAmount(size)]);

/** The pairs of a side, read from the JSON text by pattern, so that no parser stands between. */
function pairsIn(raw: string, side: string): string[][] {
  const list = new RegExp(`"${side}":\\[((?:\\[[^\\]]*\\],?)*)\\]`).exec(raw)![1]!;
  return [...list.matchAll(/\[([^,\]]+),([^\]]+)\]/g)].map(([, price, size]) => [plain(price!), plain(size!)]);
}
const fieldIn = (raw: string, field: string) => new RegExp(`"${field}":(\\d+)`).exec(raw)?.[1];

/** Moves the decimal point by hand: 9.2E-7 is 0.00000092. */
function plain(text: string): string {
  const [mantissa, exponent = '0'] = text.split(/e/i);
  const [whole, fraction = ''] = mantissa!.split('.');
  const shift = parseInt(exponent, 10);
  const digits = '0'.repeat(60) + whole + fraction + '0'.repeat(60);
  const point = 60 + whole!.length + shift;
  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = digits.slice(point).replace(/0+$/, '');
  return right ? `${left}.${right}` : left;
}
