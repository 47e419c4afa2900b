import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { manualClock } from '../../kit/clock.ts';
import { createFinality } from './finality.ts';

test('what was promised to be final is, whatever flushes follow', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('advance'), by: fc.integer({ min: 0, max: 200 }) }),
    fc.record({ kind: fc.constant('ask'), by: fc.oneof(fc.constant(0), fc.integer({ min: -300, max: 50 })) }),
    fc.record({ kind: fc.constant('begin'), by: fc.constant(0) }),
    fc.record({ kind: fc.constant('end'), by: fc.constant(0) }),
    fc.record({ kind: fc.constant('interrupt'), by: fc.constant(0) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const clock = manualClock(10_000);
      const finality = createFinality(clock, () => Infinity);
      finality.resume(0);
      let promised = 0;
      let published = 0;
      let flushing: number | undefined;
      for (const { kind, by } of steps) {
        if (kind === 'advance') clock.advance(by);
        if (kind === 'ask' && finality.isFinalUpTo(clock.now() + by)) {
          promised = Math.max(promised, clock.now() + by);
          assert.ok(by <= 0 || clock.now() + by <= published, 'promised the future');
          assert.ok(flushing === undefined || flushing > clock.now() + by, 'promised over a flush under way');
        }
        if (kind === 'begin' && flushing === undefined) {
          flushing = finality.begin(Math.max(clock.now(), published + 1));
          assert.ok(flushing > promised, `${flushing} after a promise up to ${promised}`);
          assert.ok(flushing > published);
        }
        if (kind === 'end' && flushing !== undefined) {
          published = flushing;
          flushing = undefined;
          finality.end();
        }
        if (kind === 'interrupt') {
          finality.suspend();
          assert.equal(finality.isFinalUpTo(1), false);
          flushing = undefined;
          finality.resume(0);
        }
      }
    }),
  );
});

test('a wait ends when the flush under way is published, and is refused when the market stops', async () => {
  const clock = manualClock(10_000);
  const finality = createFinality(clock, () => Infinity);
  const early = finality.finalUpTo(9_000);
  finality.resume(10_000);
  await early;
  const time = finality.begin(10_000);
  assert.equal(time, 10_001);
  clock.set(10_050);
  assert.equal(finality.isFinalUpTo(10_000), true);
  assert.equal(finality.isFinalUpTo(10_001), false);
  let isDone = false;
  const waiting = finality.finalUpTo(10_020).then(() => (isDone = true));
  await Promise.resolve();
  assert.equal(isDone, false);
  finality.end();
  await waiting;
  assert.ok(finality.begin(10_010) > 10_020);
  const hopeless = finality.finalUpTo(10_040);
  finality.close();
  await assert.rejects(hopeless, /stopped/);
});
