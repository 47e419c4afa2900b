import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addressKey } from '../kit/address-key.ts';
import { manualClock } from '../kit/clock.ts';
import { createAddressBuckets, createBuckets } from './rate-limits.ts';

test('never lets more through than the burst and what came since', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.nat({ max: 400 })),
      (perSecond, burst, pauses) => {
        const clock = manualClock(1_000);
        const buckets = createBuckets({ perSecond, burst }, clock);
        let taken = 0;
        for (const pause of pauses) {
          clock.advance(pause);
          if (buckets.take('a') === 0) taken++;
        }
        const elapsedMs = clock.now() - 1_000;
        assert.ok(taken <= burst + (elapsedMs / 1000) * perSecond + 1e-6);
      },
    ),
  );
});

test('after the seconds that it names there is a token', () => {
  const clock = manualClock(0);
  const buckets = createBuckets({ perSecond: 0.3, burst: 1 }, clock);
  assert.equal(buckets.take('a'), 0);
  const seconds = buckets.take('a');
  assert.equal(seconds, 4);
  clock.advance(seconds * 1000);
  assert.equal(buckets.take('a'), 0);
});

test('what is dear takes several at once, never more than a full bucket, and what is spent leaves no debt', () => {
  const clock = manualClock(0);
  const buckets = createBuckets({ perSecond: 2, burst: 10 }, clock);
  assert.equal(buckets.take('a', 6), 0);
  assert.equal(buckets.take('a', 6), 1);
  assert.equal(buckets.take('a', 4), 0);
  assert.equal(buckets.take('b', 1_000), 0, 'it counts as a full bucket');
  assert.equal(buckets.take('b', 1_000), 5);
  buckets.spend('c', 9.5);
  assert.equal(buckets.take('c'), 1);
  buckets.spend('c', 100);
  clock.advance(500);
  assert.equal(buckets.take('c'), 0);
});

test('the memory of callers is bounded, and a clock that steps back gives nothing away', () => {
  const clock = manualClock(10_000);
  const buckets = createBuckets({ perSecond: 1, burst: 1 }, clock, 3);
  for (const key of ['a', 'b', 'c', 'd']) assert.equal(buckets.take(key), 0);
  assert.equal(buckets.take('d'), 1);
  assert.equal(buckets.take('a'), 0, 'the oldest was forgotten');
  clock.set(1_000);
  assert.equal(buckets.take('d'), 1);
});

test('addresses of one household count as one', () => {
  assert.equal(addressKey('203.0.113.7'), '203.0.113.7');
  assert.equal(addressKey('::ffff:203.0.113.7'), '203.0.113.7');
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:3:4:5:6', '2001:0db8:0001:0002::9', '2001:db8:1:2::%eth0'].map(
    addressKey,
  );
  assert.deepEqual(new Set(same), new Set(['2001:db8:1:2::/64']));
  assert.notEqual(addressKey('2001:db8:1:3::1'), addressKey('2001:db8:1:2::1'));
  assert.equal(addressKey('::1'), '0:0:0:0::/64');
});

test('a site of IPv6 has eight households’ tokens, however many it is; one that asks too often takes none of the others’', () => {
  const clock = manualClock(0);
  const buckets = createAddressBuckets({ perSecond: 1, burst: 4 }, clock);
  const taken = (count: number, key: (place: number) => string) =>
    Array.from({ length: count }, (_, place) => buckets.take(key(place))).filter((seconds) => seconds === 0).length;
  assert.equal(
    taken(100, () => '2001:db8:1:0::/64'),
    4,
  );
  assert.equal(
    taken(100, (place) => `2001:db8:1:${place.toString(16)}::/64`),
    28,
  );
  assert.equal(
    taken(100, (place) => `2001:db8:2:${place.toString(16)}::/64`),
    32,
  );
  assert.equal(
    taken(100, (place) => `203.0.113.${place}`),
    100,
  );
  clock.advance(1_000);
  assert.equal(
    taken(100, (place) => `2001:db8:1:${place.toString(16)}::/64`),
    8,
  );
  buckets.spend('2001:db8:3:0::/64', 1_000);
  assert.equal(
    taken(100, (place) => `2001:db8:3:${(place + 1).toString(16)}::/64`),
    0,
    'what was spent counts too',
  );
});
