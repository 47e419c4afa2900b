import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad } from '@candor/wire';
import type { Wad } from '@candor/wire';
import fc from 'fast-check';
import { clockAheadMaxMs, clockSkewMaxMs, freshMs, updateKnown, nothingKnown, sourcePrice } from './source-price.ts';
import type { Known } from './source-price.ts';

const now = 1_000_000_000;
const quote = (bid: string, ask: string) => ({ bid: wad(bid), bidSize: wad('1'), ask: wad(ask), askSize: wad('1') });
const print = (price: string, at: number) => ({ price: wad(price), amount: wad('1'), at });

function known(parts: { bid?: string; ask?: string; bookAge?: number; trade?: string; tradeAge?: number }): Known {
  const made = nothingKnown();
  const { bid, ask, bookAge = 0, trade, tradeAge = 0 } = parts;
  if (bid !== undefined && ask !== undefined) {
    updateKnown(made, { quote: quote(bid, ask), sentAt: now - bookAge - 70 }, now - bookAge);
  }
  if (trade !== undefined) updateKnown(made, { prints: [print(trade, now - tradeAge)] }, now);
  return made;
}
const priceOf = (made: Known, at = now) => {
  const found = sourcePrice(made, at);
  return typeof found === 'string' ? found : formatAmount(found.price);
};

test('it is the median of best bid, best ask and last trade', () => {
  assert.equal(priceOf(known({ bid: '99', ask: '101', trade: '100.5' })), '100.5');
  assert.equal(priceOf(known({ bid: '99', ask: '101', trade: '150' })), '101');
  assert.equal(priceOf(known({ bid: '99', ask: '101', trade: '1' })), '99');
});

test('what is not fresh does not count', () => {
  assert.equal(priceOf(known({ bid: '99', ask: '101', trade: '150', tradeAge: freshMs + 1 })), '100');
  assert.equal(priceOf(known({ bid: '99', ask: '101', bookAge: freshMs + 1, trade: '150' })), '150');
  assert.equal(priceOf(known({ bid: '99', ask: '101', bookAge: freshMs, trade: '1', tradeAge: freshMs })), '99');
  assert.equal(priceOf(known({ bid: '99', ask: '101', bookAge: freshMs + 1 })), 'silent');
  assert.equal(priceOf(nothingKnown()), 'silent');
});

test('an old trade that comes late is not the last one, and one from a moment ahead counts from now', () => {
  const made = known({ trade: '100', tradeAge: 1_000 });
  updateKnown(made, { prints: [print('97', now - 90_000)] }, now);
  assert.equal(priceOf(made), '100');
  updateKnown(made, { prints: [print('103', now + 900)] }, now);
  assert.equal(priceOf(made), '103');
  updateKnown(made, { prints: [print('104', now + 10)] }, now + 10);
  assert.equal(priceOf(made, now + 10), '104');
  assert.equal(priceOf(made, now + 10 + freshMs + 1), 'silent');
});

test('a source whose clock is off is not believed, whichever way, and is again once it is right', () => {
  for (const off of [clockAheadMaxMs + 1, -clockSkewMaxMs - 1]) {
    const made = nothingKnown();
    updateKnown(made, { quote: quote('99', '101'), sentAt: now + off }, now);
    assert.equal(priceOf(made), 'clock');
    updateKnown(made, { quote: quote('99', '101'), sentAt: now - 1_000 }, now);
    assert.equal(priceOf(made), '100');
  }
  const made = known({ bid: '99', ask: '101' });
  updateKnown(made, { prints: [print('100', now + clockAheadMaxMs + 1)] }, now);
  assert.equal(priceOf(made), 'clock', 'a trade from the future tells the same');
  updateKnown(made, { prints: [print('100', now)] }, now);
  assert.equal(priceOf(made), '100', 'and the next one that it is over');
});

test('what came before the clock was set back is not fresh', () => {
  const made = known({ bid: '99', ask: '101', trade: '100' });
  for (const backMs of [3_000, 60_000, 90_000]) assert.equal(priceOf(made, now - backMs), 'silent');
  updateKnown(made, { quote: quote('99', '101'), sentAt: now }, now - 90_000);
  assert.equal(priceOf(made, now - 90_000), 'clock', 'what comes then is of the future');
});

test('it lies between what was heard, and names the newest source time', () => {
  const price = fc.bigInt(10n ** 16n, 10n ** 24n).map((value) => value as Wad);
  fc.assert(
    fc.property(price, price, price, (bid, ask, trade) => {
      const made = nothingKnown();
      const size = wad('1');
      updateKnown(made, { quote: { bid, bidSize: size, ask, askSize: size }, sentAt: now - 50 }, now);
      updateKnown(made, { prints: [{ price: trade, amount: wad('1'), at: now - 20 }] }, now);
      const found = sourcePrice(made, now);
      assert.ok(typeof found !== 'string');
      const middle = [bid, ask, trade].toSorted((left, right) => (left < right ? -1 : 1))[1];
      assert.equal(found.price, middle);
      assert.equal(found.sourceAt, now - 20);
    }),
  );
});
