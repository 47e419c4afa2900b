import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MinuteRanges } from './minute-ranges.ts';

const place = fc.integer({ min: 0, max: 30 });
const span = fc
  .tuple(place, place)
  .map(([one, two]) => ({ from: Math.min(one, two) * 60, to: Math.max(one, two) * 60 }));

test('ranges of minutes are the set of their minutes', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ span, isAdded: fc.boolean() }), { maxLength: 20 }), span, (changes, asked) => {
      const ranges = new MinuteRanges();
      const minutes = new Set<number>();
      for (const {
        span: { from, to },
        isAdded,
      } of changes) {
        if (isAdded) ranges.add(from, to);
        else ranges.remove(from, to);
        for (let start = from; start < to; start += 60) {
          if (isAdded) minutes.add(start);
          else minutes.delete(start);
        }
      }
      const missing: number[] = [];
      for (let start = asked.from; start < asked.to; start += 60) {
        assert.equal(ranges.has(start), minutes.has(start));
        if (!minutes.has(start)) missing.push(start);
      }
      const holes = ranges.holes(asked.from, asked.to);
      assert.deepEqual(
        holes.flatMap(({ from, to }) => Array.from({ length: (to - from) / 60 }, (_, at) => from + at * 60)),
        missing,
      );
      assert.ok(
        holes.every(({ from }, at) => at === 0 || from > holes[at - 1]!.to),
        'holes that touch are one',
      );
    }),
  );
});
