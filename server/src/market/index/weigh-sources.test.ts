import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad } from '@candor/wire';
import type { Wad } from '@candor/wire';
import fc from 'fast-check';
import { exclusionMs, weighSources } from './weigh-sources.ts';
import type { Candidate, Exclusions, Weighed } from './weigh-sources.ts';
import { runs } from '../../../test/support/seed.ts';

const bound = wad('0.01');
type Prices = Record<string, string>;

function weigh(prices: Prices, exclusions: Exclusions = new Map(), now = 0): Weighed {
  const candidates = Object.entries(prices).map(([source, price]): Candidate => {
    const isMissing = price === 'silent' || price === 'clock' || price === 'frozen';
    return { source, price: isMissing ? price : wad(price) };
  });
  return weighSources({ candidates, bound, exclusions, decimals: 2, now });
}
const priceOf = ({ price }: Weighed): string | undefined => (price === undefined ? undefined : formatAmount(price));

test('a single source is believed', () => {
  assert.equal(priceOf(weigh({ htx: '100.009' })), '100');
  assert.equal(priceOf(weigh({ htx: 'silent' })), undefined);
});

test('of three or more it is the median of those within the bound', () => {
  assert.equal(priceOf(weigh({ a: '100', b: '100.2', c: '100.5' })), '100.2');
  assert.equal(priceOf(weigh({ a: '100', b: '100.2', c: '100.5', d: '100.9' })), '100.35');
  assert.equal(priceOf(weigh({ a: '100', b: '100.2', c: '100.5', d: 'silent' })), '100.2');
  const weighed = weigh({ a: '100', b: '100.2', c: '120' });
  assert.equal(weighed.standings.get('c'), 'outlier');
  assert.equal(priceOf(weighed), '100.2', 'kept within the middle of all three');
  assert.deepEqual([...weighed.exclusions.keys()], ['c']);
});

test('two that are left must agree within the bound, and one of several says nothing', () => {
  assert.equal(priceOf(weigh({ a: '100', b: '101', c: 'silent' })), '100.5');
  const apart = weigh({ a: '100', b: '101.01', c: 'clock' });
  assert.equal(priceOf(apart), undefined);
  assert.deepEqual([...apart.standings.values()], ['disputed', 'disputed', 'clock']);
  assert.equal(apart.exclusions.size, 0, 'it can not be said which of two is wrong');
  assert.equal(priceOf(weigh({ a: '100', b: 'silent', c: 'silent' })), undefined);
  assert.equal(priceOf(weigh({ a: '100', b: 'silent' })), undefined);
  assert.equal(priceOf(weigh({ a: 'silent', b: 'silent', c: 'silent' })), undefined);
});

test('where no majority agrees nothing is published and nobody is out', () => {
  const split = weigh({ a: '100', b: '100', c: '103', d: '103' });
  assert.equal(priceOf(split), undefined);
  assert.equal(split.exclusions.size, 0);
});

test('an outlier comes back after 15 minutes within half the bound', () => {
  let weighed = weigh({ a: '100', b: '100', c: '103' });
  weighed = weigh({ a: '100', b: '100', c: '100.6' }, weighed.exclusions, 60_000);
  assert.equal(weighed.exclusions.get('c'), 60_000, 'more than half the bound off still counts as off');
  weighed = weigh({ a: '100', b: '100', c: '100.5' }, weighed.exclusions, 60_000 + exclusionMs - 1);
  assert.equal(weighed.standings.get('c'), 'outlier');
  weighed = weigh({ a: '100', b: '100', c: 'silent' }, weighed.exclusions, 60_000 + exclusionMs);
  assert.ok(weighed.exclusions.has('c'), 'it does not come back unheard');
  weighed = weigh({ a: '100', b: '100', c: '100.5' }, weighed.exclusions, 60_000 + exclusionMs);
  assert.equal(weighed.standings.get('c'), 'in');
});

test('those that count are more than half of those that are heard', () => {
  const out: Exclusions = new Map([
    ['a', 0],
    ['b', 0],
  ]);
  const two = weigh({ a: '100', b: '100', c: '104', d: '104', e: 'silent' }, out, 60_000);
  assert.equal(priceOf(two), undefined, 'two of four');
  assert.deepEqual([...two.standings.values()], ['outlier', 'outlier', 'disputed', 'disputed', 'silent']);
  assert.equal(priceOf(weigh({ a: '100', b: 'silent', c: '104', d: '104' }, out, 60_000)), '104', 'two of three');
  assert.equal(
    priceOf(weigh({ a: 'frozen', b: 'frozen', c: '104', d: '104' })),
    undefined,
    'frozen ones are heard too',
  );
  assert.equal(priceOf(weigh({ a: 'clock', b: 'silent', c: '104', d: '104' })), '104', 'these are not');
});

test('a minority that is left shuts nobody out, and does not keep the majority out', () => {
  const out: Exclusions = new Map([
    ['a', 0],
    ['b', 0],
  ]);
  const weighed = weigh({ a: '100', b: '100.1', c: '100.2', d: '104', e: '104' }, out, 60_000);
  assert.equal(priceOf(weighed), '100.2', 'three of five agree, whoever was out');
  assert.deepEqual([...weighed.exclusions.keys()], ['d', 'e']);
  const apart = weigh({ a: '100', b: '90', c: '100.2', d: '104', e: '104' }, out, 60_000);
  assert.equal(priceOf(apart), undefined);
  assert.ok(!apart.exclusions.has('c'), 'two of five would have shut it out');
});

test('two liars at +4 % who agree never make a price while two honest ones are out', () => {
  const lie = fc.integer({ min: 400, max: 2_000 });
  const honestSteps = fc.array(
    fc.record({ near: fc.integer({ min: -40, max: 40 }), lie, seconds: fc.integer({ min: 0, max: 600 }) }),
    { minLength: 1, maxLength: 40 },
  );
  fc.assert(
    fc.property(honestSteps, (steps) => {
      let exclusions: Exclusions = new Map([
        ['one', 0],
        ['other', 0],
      ]);
      let now = 0;
      for (const { near, lie: offset, seconds } of steps) {
        now += seconds * 1_000;
        const prices = { one: at(0), other: at(near), liar: at(offset), friend: at(offset + 20) };
        const weighed = weigh({ ...prices, quiet: 'silent' }, exclusions, now);
        exclusions = weighed.exclusions;
        assert.equal(weighed.price, undefined);
      }
    }),
  );
});

test('whoever is out or silent, a minority of those that are heard never moves the price beyond the others', () => {
  const step = fc.record({
    honest: fc.array(fc.integer({ min: -300, max: 300 }), { minLength: 4, maxLength: 4 }),
    lie: fc.integer({ min: -2_000, max: 5_000 }),
    /** Which of the honest say something: so many that the liars are fewer. */
    speaking: fc.integer({ min: 3, max: 4 }),
    frozen: fc.boolean(),
    seconds: fc.integer({ min: 0, max: 1_000 }),
  });
  const names = ['honest0', 'honest1', 'honest2', 'honest3', 'liar0', 'liar1'];
  fc.assert(
    fc.property(fc.subarray(names), fc.array(step, { minLength: 1, maxLength: 30 }), (out, steps) => {
      let exclusions: Exclusions = new Map(out.map((name) => [name, 0]));
      let now = 0;
      for (const { honest, lie, speaking, seconds, ...fault } of steps) {
        const frozen = fault.frozen && speaking === 4;
        now += seconds * 1_000;
        const prices: Prices = { liar0: at(lie), liar1: at(lie + 5) };
        const heard = honest.slice(0, speaking);
        for (const [place, offset] of honest.entries())
          prices[`honest${place}`] = place < speaking ? at(offset) : 'silent';
        if (frozen) prices['honest0'] = 'frozen';
        const weighed = weigh(prices, exclusions, now);
        exclusions = weighed.exclusions;
        if (weighed.price === undefined) continue;
        const sorted = (frozen ? heard.slice(1) : heard).toSorted((left, right) => left - right);
        assert.ok(weighed.price > wad(at(sorted[0]!)) - 10n ** 16n && weighed.price <= wad(at(sorted.at(-1)!)));
      }
    }),
    { numRuns: runs(500) },
  );
});

/** Streams of prices: what each step the honest say, and what the liars. */
function streams(liarCount: number, honestCount: number, spread: number) {
  const offset = fc.integer({ min: -spread, max: spread });
  const lie = fc.oneof(
    fc.integer({ min: -spread * 3, max: spread * 3 }),
    fc.constantFrom(-9_999, 50_000, 1_000_000),
    fc.integer({ min: -200, max: 200 }),
  );
  return fc.array(
    fc.record({
      honest: fc.array(offset, { minLength: honestCount, maxLength: honestCount }),
      lies: fc.array(lie, { minLength: liarCount, maxLength: liarCount }),
      seconds: fc.integer({ min: 0, max: 1_000 }),
    }),
    { minLength: 1, maxLength: 40 },
  );
}
/** Hundredths of a percent from 10,000. */
const at = (offset: number): string =>
  formatAmount(((10_000n * 10n ** 18n * BigInt(10_000 + offset)) / 10_000n) as Wad);

for (const [liarCount, honestCount] of [
  [1, 2],
  [2, 3],
  [1, 3],
  [2, 4],
] as const) {
  // Spreads within the bound, and honest markets that are further apart than it.
  for (const spread of [20, 300]) {
    test(`${liarCount} of ${liarCount + honestCount} never move it beyond the others, ${spread} bp apart`, () => {
      fc.assert(
        fc.property(streams(liarCount, honestCount, spread), (steps) => {
          let exclusions: Exclusions = new Map();
          let now = 0;
          for (const { honest, lies, seconds } of steps) {
            now += seconds * 1_000;
            const prices: Prices = {};
            for (const [place, offset] of honest.entries()) prices[`honest${place}`] = at(offset);
            for (const [place, offset] of lies.entries()) prices[`liar${place}`] = at(Math.max(-9_999, offset));
            const weighed = weigh(prices, exclusions, now);
            exclusions = weighed.exclusions;
            if (weighed.price === undefined) continue;
            const sorted = honest.toSorted((left, right) => left - right);
            const step = 10n ** 16n;
            assert.ok(weighed.price > wad(at(sorted[0]!)) - step, `${weighed.price} is below all that are honest`);
            assert.ok(weighed.price <= wad(at(sorted.at(-1)!)), `${weighed.price} is above all that are honest`);
          }
        }),
      );
    });
  }
}
