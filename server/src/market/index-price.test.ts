import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalsOf, formatAmount, wad } from '@candor/wire';
import type { Wad } from '@candor/wire';
import fc from 'fast-check';
import { freshMs, indexPrice } from './index-price.ts';
import { keepTrades, newLatestOfAll } from './latest.ts';
import type { Latest } from './latest.ts';
import { tradeAt } from './market-fixture.ts';

const now = 1_000_000;

function latest(parts: { bid?: string; ask?: string; bookAge?: number; trade?: string; tradeAge?: number }): Latest {
  const made = newLatestOfAll().get('BTC')!;
  const { bid, ask, bookAge = 0, trade, tradeAge = 0 } = parts;
  if (bid ?? ask) {
    const side = (price?: string) => (price ? [[wad(price), wad('1')] as const] : []);
    made.book = { bids: side(bid), asks: side(ask), version: 1, at: now - bookAge - 70 };
    made.bookArrivedAt = now - bookAge;
  }
  if (trade) keepTrades(made, [tradeAt(1, trade, now - tradeAge)], now);
  return made;
}
const priceOf = (made: Latest, decimals = 2) => {
  const index = indexPrice(made, now, decimals);
  return index && formatAmount(index.price);
};

test('it is the median of best bid, best ask and last trade', () => {
  assert.equal(priceOf(latest({ bid: '99', ask: '101', trade: '100.5' })), '100.5');
  assert.equal(priceOf(latest({ bid: '99', ask: '101', trade: '150' })), '101');
  assert.equal(priceOf(latest({ bid: '99', ask: '101', trade: '1' })), '99');
});

test('what is not fresh does not count', () => {
  assert.equal(priceOf(latest({ bid: '99', ask: '101', trade: '150', tradeAge: freshMs + 1 })), '100');
  assert.equal(priceOf(latest({ bid: '99', ask: '101', bookAge: freshMs + 1, trade: '150' })), '150');
  assert.equal(priceOf(latest({ bid: '99', ask: '101', bookAge: freshMs, trade: '1', tradeAge: freshMs })), '99');
  assert.equal(priceOf(latest({ bid: '99', ask: '101', bookAge: freshMs + 1 })), undefined);
  assert.equal(priceOf(latest({})), undefined);
});

test('the mean of bid and ask is rounded down to the decimals of the price', () => {
  assert.equal(priceOf(latest({ bid: '1.01', ask: '1.02' })), '1.01');
  assert.equal(priceOf(latest({ bid: '1.01', ask: '1.02' }), 3), '1.015');
  assert.equal(priceOf(latest({ bid: '0.0000000001', ask: '0.0000000002' }), 10), '0.0000000001');
});

test('an old trade that comes late is not the last one, and a trade from the future counts from now', () => {
  const made = latest({ trade: '100', tradeAge: 1_000 });
  keepTrades(made, [tradeAt(2, '97', now - 90_000)], now);
  assert.equal(priceOf(made), '100');
  keepTrades(made, [tradeAt(3, '103', now + 3_600_000)], now);
  assert.equal(priceOf(made), '103');
  keepTrades(made, [tradeAt(4, '104', now + 10)], now + 10);
  assert.equal(priceOf(made), '104');
  assert.equal(indexPrice(made, now + 10 + freshMs + 1, 2), undefined);
});

test('it lies between the inputs, within the rounding of one step, and names the newest source time', () => {
  const price = fc.bigInt(10n ** 16n, 10n ** 24n).map((value) => value as Wad);
  fc.assert(
    fc.property(price, price, price, fc.integer({ min: 0, max: 10 }), (bid, ask, trade, decimals) => {
      const made = latest({});
      made.book = { bids: [[bid, 1n as Wad]], asks: [[ask, 1n as Wad]], version: 1, at: now - 50 };
      made.bookArrivedAt = now;
      keepTrades(made, [{ ...tradeAt(1, '1', now - 20), price: trade }], now);
      const index = indexPrice(made, now, decimals);
      const [low, middle] = [bid, ask, trade].toSorted((left, right) => (left < right ? -1 : 1));
      if (!index) return assert.ok(middle! < 10n ** BigInt(18 - decimals));
      const step = 10n ** BigInt(18 - decimals);
      assert.ok(index.price <= middle! && index.price > middle! - step);
      assert.ok(index.price > low! - step);
      assert.ok(decimalsOf(index.price) <= decimals);
      assert.equal(index.sourceAt, now - 20);
    }),
  );
});
