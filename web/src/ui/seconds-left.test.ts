import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followSeconds } from './seconds-left.ts';

beforeEach(() => vi.useFakeTimers({ now: 1_000_000 }));
afterEach(() => vi.useRealTimers());

test('a countdown of half a minute changes once a second, and ends once', () => {
  const told: number[] = [];
  followSeconds({ endsAt: Date.now() + 30_000, now: Date.now }, (left) => told.push(left));
  vi.advanceTimersByTime(40_000);
  expect(told).toEqual(Array.from({ length: 31 }, (_, place) => 30 - place));
});

test('it changes when the second does, wherever in a second it began', () => {
  const told: [left: number, at: number][] = [];
  const endsAt = Date.now() + 2_300;
  followSeconds({ endsAt, now: Date.now }, (left) => told.push([left, endsAt - Date.now()]));
  vi.advanceTimersByTime(5_000);
  expect(told).toEqual([[3, 2_300], [2, 2_000], [1, 1_000], [0, 0]]); // oxfmt-ignore
});

test('a clock that is put right is followed, and what was ended says nothing', () => {
  let ahead = 0;
  const told: number[] = [];
  const end = followSeconds({ endsAt: Date.now() + 10_000, now: () => Date.now() + ahead }, (left) => told.push(left));
  ahead = 4_000;
  vi.advanceTimersByTime(1_000);
  expect(told).toEqual([10, 5]);
  end();
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual([10, 5]);
});

test('a clock that was ahead and is put right goes on, past its end too', () => {
  let ahead = 180_000;
  const told: number[] = [];
  const end = followSeconds({ endsAt: Date.now() + 60_000, now: () => Date.now() + ahead }, (left) => told.push(left));
  vi.advanceTimersByTime(2_000);
  ahead = 0;
  vi.advanceTimersByTime(3_000);
  end();
  expect(told).toEqual([0, 57, 56, 55]);
});
