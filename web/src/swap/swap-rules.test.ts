import { expect, test } from 'vitest';
import { dayNoteOf, daysSince } from './swap-rules.ts';

test('days are whole ones of the calendar, the present one included, over the turn of a month', () => {
  const now = new Date(2026, 2, 1, 23, 30).getTime();
  expect(daysSince(1, now)).toBe(new Date(2026, 2, 1).toISOString());
  expect(daysSince(7, now)).toBe(new Date(2026, 1, 23).toISOString());
  expect(daysSince(30, now)).toBe(new Date(2026, 0, 31).toISOString());
});

test('a ticket speaks of the day before its swaps at the smallest value are used up', () => {
  expect(dayNoteOf({ placed: 89, swaps: 100 })).toBeUndefined();
  expect(dayNoteOf({ placed: 90, swaps: 100 })).toBe('dayNear');
  expect(dayNoteOf({ placed: 100, swaps: 100 })).toBe('dayOver');
});
