import { expect, test } from 'vitest';
import { allMonths, lastMonths, spanOf, winShareOf } from './history-rules.ts';

test('months go back over the turn of the year', () => {
  const months = lastMonths(new Date(2026, 1, 28).getTime());
  expect(months.slice(0, 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11']);
  expect(months).toHaveLength(12);
  expect(lastMonths(new Date(2026, 2, 31).getTime())[1]).toBe('2026-02');
});

test('a month ends where the next one begins', () => {
  expect(spanOf('2025-12').to).toBe(spanOf('2026-01').from);
  expect(spanOf('2025-12').from).toBe(new Date(2025, 11, 1).toISOString());
  expect(spanOf(allMonths)).toEqual({ from: '', to: '' });
});

test.each([
  [0, 0, undefined],
  [1, 0, '1.00'],
  [0, 3, '0.00'],
  [1, 2, '0.33'],
  [7, 93, '0.07'],
])('%s won and %s lost', (wins, losses, share) => {
  expect(winShareOf({ wins, losses })).toBe(share);
});
