// A single wild message never sets the index price; the same price sent again a second later does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad, type Wad } from '@candor/wire';
import fc from 'fast-check';
import { runs, testSeed } from '../../../test/support/seed.ts';
import { quoteAt } from '../market-fixture.test-support.ts';
import { judgeJump, nothingRemembered, type PriceMemory } from './hold-jumps.ts';
import { createIndexPrices, type IndexSourceFacts } from './index-price.ts';

const start = Date.UTC(2026, 10, 27);
const facts = (name: IndexSourceFacts['name']): IndexSourceFacts => ({ name, quotes: 'USDT', pairs: new Set(['BTC']) });

/** Creates an index of these sources whose price has been 100 for two seconds. */
function indexAt100(...names: IndexSourceFacts['name'][]) {
  const index = createIndexPrices(names.map(facts));
  const say = (price: string, atMs: number, only: readonly string[] = names): void => {
    for (const name of names.filter((one) => only.includes(one)))
      index.update(name, 'BTC', quoteAt(price, start + atMs), start + atMs);
  };
  const priceAt = (atMs: number): string | undefined => {
    const price = index.priceOf('BTC', start + atMs)?.price;
    return price === undefined ? undefined : formatAmount(price);
  };
  for (const atMs of [0, 1_000, 2_000]) {
    say('100', atMs);
    assert.equal(priceAt(atMs), '100');
  }
  return { index, say, priceAt };
}

test('a book that jumps is no price until a message a second later says the same, and its coin is held meanwhile', () => {
  for (const wild of ['10000000000', '112', '88', '0.01']) {
    const { index, say, priceAt } = indexAt100('htx');
    say(wild, 2_100);
    assert.equal(priceAt(2_100), undefined);
    assert.ok(index.isHeld('BTC'));
    assert.equal(index.verdictOf('BTC', start + 2_100).sources[0]!.standing, 'disputed');
    assert.equal(priceAt(4_000), undefined, 'time alone confirms nothing');
    say(wild, 3_000);
    assert.equal(priceAt(3_000), undefined, 'nor does a message that comes too early');
    say(wild, 3_100);
    assert.equal(priceAt(3_100), wild);
    assert.ok(!index.isHeld('BTC'));
  }
});

test('a wild message alone is never a price, whatever trades come beside it', () => {
  const { index, say, priceAt } = indexAt100('htx');
  say('10000000000', 2_100);
  assert.equal(priceAt(2_100), undefined);
  const print = { price: wad('100'), amount: wad('1'), at: start + 3_200 };
  index.update('htx', 'BTC', { prints: [print] }, start + 3_200);
  assert.equal(priceAt(3_200), undefined);
  say('100.5', 3_300);
  assert.equal(priceAt(3_300), '100.49', 'the best bid, as the trade at 100 lies below it');
  say('10000000000', 3_400);
  assert.equal(priceAt(3_400), undefined, 'and is as wild as before');
});

test('a wild trade within a sane book moves nothing beyond the book', () => {
  const { index, priceAt } = indexAt100('htx');
  for (const price of ['10000000000', '0.00001']) {
    index.update('htx', 'BTC', { prints: [{ price: wad(price), amount: wad('1'), at: start + 2_100 }] }, start + 2_100);
    const found = parseFloat(priceAt(2_100)!);
    assert.ok(Math.abs(found - 100) <= 0.011, `${found}`);
  }
});

test('many small steps within a second are a jump too', () => {
  const { say, priceAt } = indexAt100('htx');
  const prices = ['104', '108', '109.9', '112', '116'];
  const found = prices.map((price, place) => {
    say(price, 2_500 + place * 100);
    return priceAt(2_500 + place * 100);
  });
  assert.deepEqual(found, ['104', '108', '109.9', undefined, undefined]);
});

test('after a start the first price is measured against the newest tick', () => {
  const index = createIndexPrices([facts('htx')], () => wad('100'));
  index.update('htx', 'BTC', quoteAt('150', start), start);
  assert.equal(index.priceOf('BTC', start), undefined);
  index.update('htx', 'BTC', quoteAt('150', start + 1_000), start + 1_000);
  assert.equal(formatAmount(index.priceOf('BTC', start + 1_000)!.price), '150');
});

test('of three sources a single wrong one moves nothing, and two that are wrong alike are held like a single source', () => {
  const { say, priceAt } = indexAt100('binance', 'okx', 'htx');
  say('100', 2_100, ['binance', 'okx']);
  say('150', 2_100, ['htx']);
  assert.equal(priceAt(2_100), '100');
  say('150', 2_200, ['okx', 'htx']);
  assert.equal(priceAt(2_200), undefined);
  say('150', 3_000, ['okx', 'htx']);
  assert.equal(priceAt(3_000), undefined);
  // A majority that lasts longer than a second is believed: domain.md 3.
  say('150', 3_200, ['okx', 'htx']);
  say('100', 3_200, ['binance']);
  assert.equal(priceAt(3_200), '150');
});

test('one wild message of each of two sources is not confirmed by later messages of the third, honest source', () => {
  const { say, priceAt } = indexAt100('binance', 'okx', 'htx');
  say('150', 2_100, ['okx', 'htx']);
  assert.equal(priceAt(2_100), undefined);
  for (const atMs of [2_600, 3_200, 4_000, 5_000]) {
    say('100', atMs, ['binance']);
    assert.equal(priceAt(atMs), undefined, `${atMs}`);
  }
  say('150', 5_200, ['htx']);
  assert.equal(priceAt(5_200), '150', 'one of those that lie says so again');
});

test('whatever one message says, the next accepted price is near the previous one or was sent twice', () => {
  const message = fc.record({
    price: fc.oneof(fc.integer({ min: 90, max: 110 }), fc.integer({ min: 1, max: 1_000_000_000 })),
    afterMs: fc.integer({ min: 0, max: 2_500 }),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 30 }), (messages) => {
      let memory: PriceMemory = nothingRemembered;
      let now = start;
      let believed = 100;
      const said: { price: number; at: number }[] = [];
      for (const [place, { price, afterMs }] of [{ price: 100, afterMs: 0 }, ...messages].entries()) {
        now += afterMs;
        const judged = judgeJump(memory, {
          price: wad(String(price)) as Wad,
          sources: ['htx'],
          messages: new Map([['htx', place]]),
          now,
        });
        memory = judged.memory;
        if (!judged.isHeld) {
          const isNear = Math.abs(price - believed) * 10 <= believed * 2.3;
          const isRepeated = said.some((one) => now - one.at >= 1_000 && Math.abs(one.price - price) * 10 <= one.price);
          assert.ok(isNear || isRepeated, `${believed} ${price}`);
          believed = price;
        }
        said.push({ price, at: now });
      }
    }),
    { seed: testSeed, numRuns: runs(300) },
  );
});

// Whoever controls the book of one exchange can't stop a coin of which three other sources agree, however the book alternates (decision 117).
const honest = ['binance', 'okx', 'bybit'] as const;

interface Step {
  /** Prices of the honest sources in hundredths: they agree within the bound of a major coin, 1 %. */
  honest: readonly number[];
  /** What the attacker's book says; null: nothing. */
  lie: number | null;
  /** How far the attacker's time is off, ms. */
  offMs: number;
}

/** Runs a step each half second. Returns a reason if the coin stood still or its price left what honest sources say. */
function findStop(steps: readonly Step[]): string | undefined {
  const index = createIndexPrices([...honest, 'htx' as const].map(facts));
  for (const [place, { honest: said, lie, offMs }] of steps.entries()) {
    const now = start + place * 500;
    const lies = (): void => {
      if (lie === null) return;
      index.update('htx', 'BTC', { ...quoteAt(String(lie / 100), now), sentAt: now + offMs }, now);
    };
    if (place % 2 === 0) lies();
    for (const [which, name] of honest.entries())
      index.update(name, 'BTC', quoteAt(String(said[which]! / 100), now), now);
    if (place % 2 === 1) lies();
    const price = index.priceOf('BTC', now)?.price;
    if (price === undefined || index.isHeld('BTC')) return `held or without a price in step ${place}`;
    const [least, most] = [Math.min(...said), Math.max(...said)];
    // A price is the median of bid, ask and trade, so it may be a hundredth lower than what is said.
    if (price < wad(String((least - 2) / 100)) || price > wad(String((most + 2) / 100)))
      return `${formatAmount(price)} in step ${place}`;
  }
  return undefined;
}

test('a book that alternates by any amount, at any pace, for an hour leaves the coin as it is', () => {
  for (const [far, pace] of [
    [15_000, 1],
    [11_200, 2],
    [8_800, 3],
    [1, 5],
    [100_000_000, 7],
    [10_099, 1],
  ] as const) {
    const steps = Array.from({ length: 7_200 }, (_, at): Step => {
      const isFar = Math.floor(at / pace) % 2 === 0;
      return { honest: [10_000 + (at % 3), 10_001 + (at % 2), 10_002 + (at % 5)], lie: isFar ? far : 10_000, offMs: 0 };
    });
    assert.equal(findStop(steps), undefined, `${far} every ${pace}`);
  }
});

test('whatever one source says, late or early, three that agree within the bound go on', () => {
  const honestPrice = fc.integer({ min: 10_000, max: 10_095 });
  const step = fc.record({
    honest: fc.tuple(honestPrice, honestPrice, honestPrice),
    lie: fc.oneof(
      fc.constant(null),
      fc.integer({ min: 9_700, max: 10_400 }),
      fc.integer({ min: 1, max: 1_000_000_000 }),
    ),
    offMs: fc.constantFrom(0, 0, -6_000, 2_000),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 60 }), (steps) => {
      assert.equal(findStop(steps), undefined);
    }),
    { seed: testSeed, numRuns: runs(200) },
  );
});
