import { expect, test } from 'vitest';
import { isSame, limitFaults, typedOf } from './limit-rules.ts';

const limits = { loss_day: '50', loss_week: null, loss_month: null, stake_max: '10' };
const typed = { loss_day: '50', loss_week: '', loss_month: '', stake_max: '10' };

test('the form begins with what was asked for last', () => {
  expect(typedOf({ limits, next: null })).toEqual(typed);
  const next = { ...limits, loss_day: null, at: '2026-03-05T00:00:00.000Z' };
  expect(typedOf({ limits, next })).toEqual({ ...typed, loss_day: '' });
});

test('an empty field is no limit, and what is no amount is wrong', () => {
  expect(limitFaults(typed)).toEqual({});
  expect(Object.keys(limitFaults({ ...typed, loss_week: '.' }))).toEqual(['loss_week']);
  expect(isSame(typed, { ...typed })).toBe(true);
  expect(isSame(typed, { ...typed, stake_max: '11' })).toBe(false);
});
