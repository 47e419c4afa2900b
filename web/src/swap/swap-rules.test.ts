import { expect, test } from 'vitest';
import { daysSince } from './swap-rules.ts';

test('days are whole ones of the calendar, the present one included, over the turn of a month', () => {
  const now = new Date(2026, 2, 1, 23, 30).getTime();
  expect(daysSince(1, now)).toBe(new Date(2026, 2, 1).toISOString());
  expect(daysSince(7, now)).toBe(new Date(2026, 1, 23).toISOString());
  expect(daysSince(30, now)).toBe(new Date(2026, 0, 31).toISOString());
});
