import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFlushPace } from './flush-pace.ts';

/** Plays a time in which each slot needs so long; returns how often each had its turn. */
function play(pace: ReturnType<typeof createFlushPace>, start: number, forMs: number, slotMs: number): number[] {
  const turns = Array.from({ length: 10 }, () => 0);
  let now = start;
  while (now < start + forMs) {
    const startedAt = now;
    for (const slot of pace.due(now)) {
      turns[slot]!++;
      now += slotMs;
    }
    pace.done(startedAt, now);
    now += 10;
  }
  return turns;
}

test('each slot has its turn ten times a second while that is little work', () => {
  const pace = createFlushPace(10);
  pace.start(0);
  for (const turns of play(pace, 0, 10_000, 1)) assert.ok(turns >= 95 && turns <= 105, `${turns} turns in 10 s`);
  assert.equal(pace.roundMs, 100);
});

test('when writing takes too long rounds become longer, up to a second, and shorter again afterwards', () => {
  const pace = createFlushPace(10);
  pace.start(0);
  const turns = play(pace, 0, 20_000, 9);
  assert.ok(pace.roundMs > 150 && pace.roundMs <= 600, `${pace.roundMs} ms`);
  assert.ok(Math.max(...turns) - Math.min(...turns) <= 2, 'a slot had more turns than another');
  play(pace, 20_000, 20_000, 90);
  assert.equal(pace.roundMs, 1_000);
  play(pace, 60_000, 10_000, 1);
  assert.equal(pace.roundMs, 100);
});

test('after a pause of the process each slot has one turn, not one for each that it missed', () => {
  const pace = createFlushPace(10);
  pace.start(0);
  assert.equal(pace.due(60_000).length, 10);
  assert.equal(pace.due(60_000.5).length, 1);
  assert.equal(pace.due(60_001).length, 0);
});
