import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toInstant } from './endpoint.ts';

test('an instant is written as dates write it, whichever was written before', () => {
  const dateMax = 8_640_000_000_000_000;
  const start = fc.oneof(
    fc.integer({ min: -5_000, max: 5_000 }),
    fc.integer({ min: -dateMax + 5_000, max: dateMax - 5_000 }),
  );
  const step = fc.double({ min: -5_000, max: 5_000, noNaN: true });
  fc.assert(
    fc.property(start, fc.array(step), (from, steps) => {
      for (const ms of [from, ...steps.map((each) => from + each)]) {
        assert.equal(toInstant(ms), new Date(ms).toISOString());
      }
    }),
  );
  assert.throws(() => toInstant(NaN), RangeError);
  assert.throws(() => toInstant(Infinity), RangeError);
});
