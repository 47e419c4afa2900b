import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteAsked, oldestDue, type AskedMinutes } from './ask-minutes.ts';

test('a minute is asked for soon after it is over, and then with growing pauses for as long as it is missing', () => {
  let asked: AskedMinutes = new Map();
  const pauses: number[] = [];
  let last = 60_000;
  for (let now = 0; now < 24 * 3600_000; now += 1_000) {
    const from = oldestDue([0], asked, now);
    if (from === undefined) continue;
    assert.equal(from, -300, 'the minutes before are read again');
    pauses.push((now - last) / 1_000);
    last = now;
    asked = noteAsked([0], asked, { from, now });
  }
  assert.deepEqual(pauses.slice(0, 6), [10, 15, 30, 60, 120, 240]);
  assert.equal(pauses.at(-1), 3600, 'once an hour at last, and never given up');
});

test('a minute that is found is forgotten, and a minute that was not requested keeps its scheduled time', () => {
  const asked: AskedMinutes = new Map([
    [0, { tries: 3, dueMs: 5_000_000 }],
    [60, { tries: 1, dueMs: 200_000 }],
  ]);
  assert.equal(oldestDue([0, 60], asked, 200_000), 60 - 300);
  assert.deepEqual(noteAsked([0], asked, { from: 60, now: 200_000 }), new Map([[0, { tries: 3, dueMs: 5_000_000 }]]));
});
