import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recentEntries } from './recent-entries.ts';

test('what was not asked for longest goes first', () => {
  const kept = recentEntries<{ value: number }>(2);
  kept.set('a', { value: 1 });
  kept.set('b', { value: 2 });
  assert.deepEqual(kept.get('a'), { value: 1 });
  kept.set('c', { value: 3 });
  assert.deepEqual(
    [...kept.keys()].toSorted((left, right) => left.localeCompare(right)),
    ['a', 'c'],
  );
  assert.equal(kept.get('b'), undefined);
});
