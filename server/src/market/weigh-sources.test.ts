import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatAmount, wad } from '@candor/wire';
import type { Wad } from '@candor/wire';
import fc from 'fast-check';
import { exclusionMs, weighSources } from './weigh-sources.ts';
import type { Candidate, Exclusions, Weighed } from './weigh-sources.ts';

const bound = wad('0.01');
type Prices = Record<string, string>;

function weigh(prices: Prices, exclusions: Exclusions = new Map(), now = 0): Weighed {
  const candidates = Object.entries(prices).map(([source, price]): Candidate => {
    const isMissing = price === 'silent' || price === 'clock';
    return { source, price: isMissing ? (price as 'silent' | 'clock') : wad(price) };
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
