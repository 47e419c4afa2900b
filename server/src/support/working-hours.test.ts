import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workingHoursAt } from './working-hours.ts';

const hoursAt = (now: string, zone: string): string[] => {
  const { opensAt, closesAt } = workingHoursAt(Date.parse(now), zone);
  return [opensAt, closesAt].map((at) => new Date(at).toISOString().slice(0, 16));
};
const monday = ['2026-11-23T09:00', '2026-11-23T17:00'];

test('before, within and after the hours of a working day', () => {
  assert.deepEqual(hoursAt('2026-11-23T03:00:00Z', 'Europe/Zurich'), monday);
  assert.deepEqual(hoursAt('2026-11-23T09:00:00Z', 'Europe/Zurich'), monday);
  assert.deepEqual(hoursAt('2026-11-23T16:59:59.999Z', 'Europe/Zurich'), monday);
  assert.deepEqual(hoursAt('2026-11-23T17:00:00Z', 'Europe/Zurich'), ['2026-11-24T09:00', '2026-11-24T17:00']);
});

test('a weekend is passed over, by the day of the zone and not of UTC', () => {
  assert.deepEqual(hoursAt('2026-11-20T17:00:00Z', 'Europe/Zurich'), monday);
  assert.deepEqual(hoursAt('2026-11-21T12:00:00Z', 'Europe/Zurich'), monday);
  // Sunday evening in UTC is Monday morning in Tokyo.
  assert.deepEqual(hoursAt('2026-11-22T22:00:00Z', 'Asia/Tokyo'), ['2026-11-23T01:00', '2026-11-23T09:00']);
  assert.deepEqual(hoursAt('2026-11-23T03:00:00Z', 'America/New_York'), ['2026-11-23T15:00', '2026-11-23T23:00']);
});

test('clocks that were put forward or back over the weekend', () => {
  assert.deepEqual(hoursAt('2026-03-27T18:00:00Z', 'Europe/Zurich'), ['2026-03-30T08:00', '2026-03-30T16:00']);
  assert.deepEqual(hoursAt('2026-10-23T18:00:00Z', 'Europe/Zurich'), ['2026-10-26T09:00', '2026-10-26T17:00']);
  assert.deepEqual(hoursAt('2026-10-30T23:00:00Z', 'America/New_York'), ['2026-11-02T15:00', '2026-11-02T23:00']);
});
