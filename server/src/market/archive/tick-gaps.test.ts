import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterLook, createGapWatch, gapMinMs, ownGap } from './tick-gaps.ts';
import type { Watch } from './tick-gaps.ts';

const start = 1_000_000;
/** Looks every 100 ms from a tick on: `says` tells whether there was a price, or 'nobody' where nobody looked. */
function watch(tenths: number, says: (tenth: number) => boolean | 'nobody') {
  const gaps = createGapWatch();
  gaps.look('BTC', start, true);
  gaps.published('BTC');
  for (let tenth = 1; tenth <= tenths; tenth++) {
    const said = says(tenth);
    if (said !== 'nobody') gaps.look('BTC', start + tenth * 100, said);
  }
  return gaps.between('BTC', 8, { fromMs: start, toMs: start + tenths * 100 });
}

test('a market that had a price and no tick has a gap that is ours', () => {
  const gap = { coin: 'BTC', sequence: 8, fromMs: start, toMs: start + 4_000, excusedMs: 0 };
  assert.deepEqual(
    watch(40, () => true),
    gap,
  );
  assert.equal(
    watch(15, () => true),
    undefined,
    'as long as a gap is at least',
  );
  assert.deepEqual(
    watch(40, (tenth) => (tenth === 40 ? true : 'nobody')),
    gap,
    'the process was busy',
  );
  assert.deepEqual(
    watch(40, () => 'nobody'),
    gap,
    'the process was not there',
  );
});

test('one that had no price is excused for as long as we looked and there was none', () => {
  assert.equal(
    watch(100, (tenth) => tenth >= 95),
    undefined,
    'the sources were gone',
  );
  const partly = watch(100, (tenth) => tenth > 50)!;
  assert.deepEqual([partly.toMs - partly.fromMs, partly.excusedMs], [10_000, 5_000]);
  const wasBusy = watch(100, (tenth) => (tenth < 30 ? false : tenth < 80 ? 'nobody' : false))!;
  assert.equal(
    wasBusy.excusedMs,
    2_900 + 2_000,
    'what nobody saw is not excused, though there was no price before and after',
  );
});

test('what was excused before a tick does not excuse the gap after it', () => {
  const gaps = createGapWatch();
  for (let tenth = 0; tenth <= 50; tenth++) gaps.look('BTC', start + tenth * 100, false);
  gaps.published('BTC');
  gaps.look('BTC', start + 8_000, true);
  assert.ok(gaps.between('BTC', 2, { fromMs: start + 5_000, toMs: start + 8_000 }));
  assert.ok(gaps.between('ETH', 2, { fromMs: start, toMs: start + 3_600_000 }), 'nobody ever looked');
});

test('never more is excused than there was no price seen, nor than the gap is long', () => {
  const looks = fc.array(fc.record({ after: fc.integer({ min: -500, max: 3_000 }), hasPrice: fc.boolean() }));
  fc.assert(
    fc.property(looks, fc.integer({ min: 0, max: 60_000 }), (steps, length) => {
      let seen: Watch | undefined;
      let [now, most] = [start, 0];
      for (const { after, hasPrice } of steps) {
        now += after;
        if (!hasPrice) most += Math.max(0, after);
        seen = afterLook(seen, now, hasPrice);
      }
      const excusedMs = seen?.excusedMs ?? 0;
      assert.ok(excusedMs >= 0 && excusedMs <= most);
      const gap = ownGap({ coin: 'BTC', sequence: 2, fromMs: start, toMs: start + length, excusedMs });
      assert.equal(gap !== undefined, length - Math.min(length, excusedMs) > gapMinMs);
    }),
  );
});
