import { isUuid } from '@candor/wire';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from './clock.ts';
import { idMaker } from './new-id.ts';

test('ids are version 7, carry the time, and increase even when the clock stands still or goes back', () => {
  const clock = manualClock(1_763_000_000_000);
  const newId = idMaker(clock);
  const ids: string[] = [];
  for (let count = 0; count < 20_000; count++) {
    if (count === 9_000) clock.advance(-5_000);
    if (count === 15_000) clock.advance(60_000);
    ids.push(newId());
  }
  assert.ok(ids.every((id) => isUuid(id) && /^.{14}7.{4}[89ab]/.test(id)));
  assert.deepEqual(ids, ids.toSorted());
  assert.equal(new Set(ids).size, ids.length);
  assert.equal(parseInt(ids[0]!.slice(0, 13).replace('-', ''), 16), 1_763_000_000_000);
});
