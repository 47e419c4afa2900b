import assert from 'node:assert/strict';
import test from 'node:test';
import { compareEnds, type Sample } from './compare-ends.ts';

const hour = (held: (minute: number) => number): Sample[] =>
  Array.from({ length: 61 }, (_, minute) => ({ atMs: minute * 60_000, values: { held: held(minute) } }));

test('an hour is its first ten minutes against its last ten', () => {
  assert.deepEqual(compareEnds(hour((minute) => (minute <= 10 ? 100 : minute >= 50 ? 120 : 5_000))), {
    held: { first: 100, last: 120, ratio: 1.2 },
  });
});

test('a leak of one in a hundred each minute is more than a tenth', () => {
  const { ratio } = compareEnds(hour((minute) => 100 + minute))['held']!;
  assert.equal(ratio, 155 / 105);
  assert.equal(compareEnds(hour(() => 100))['held']!.ratio, 1);
});
