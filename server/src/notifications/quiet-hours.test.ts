import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { endOfQuiet, isTimeZone } from './quiet-hours.ts';

const at = (text: string): number => Date.parse(`2026-11-23T${text}Z`);
const night = { from: 22 * 60, to: 7 * 60, timeZone: 'Asia/Tokyo' };

test('over midnight, by the clock of the zone', () => {
  // 23:30 in Tokyo, and 07:00.
  assert.equal(endOfQuiet(at('14:30:20.500'), night), at('22:00:00'));
  assert.equal(endOfQuiet(at('12:59:59.999'), night), at('12:59:59.999'));
  assert.equal(endOfQuiet(at('13:00:00'), night), at('22:00:00'));
  assert.equal(endOfQuiet(at('22:00:00'), night), at('22:00:00'));
});

test('what ends is over: at its end it is never quiet, where no clock was changed', () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  fc.assert(
    fc.property(minute, minute, fc.integer({ min: at('00:00:00'), max: at('23:59:59') }), (from, to, now) => {
      fc.pre(from !== to);
      const hours = { from, to, timeZone: 'Asia/Tokyo' };
      const end = endOfQuiet(now, hours);
      assert.ok(end >= now && end - now <= 86_400_000);
      assert.equal(endOfQuiet(end, hours), end);
    }),
  );
});

test('on the nights on which clocks change it ends by the clock of the zone', () => {
  const zurich = { from: 22 * 60, to: 7 * 60, timeZone: 'Europe/Zurich' };
  const instant = (text: string): number => Date.parse(text);
  // 29 March: 02:00 becomes 03:00, so 07:00 is 05:00 UTC; 25 October: 03:00 becomes 02:00, so 07:00 is 06:00 UTC.
  for (const now of ['2026-03-28T22:30:10Z', '2026-03-29T00:30:00Z', '2026-03-29T04:59:59Z']) {
    assert.equal(endOfQuiet(instant(now), zurich), instant('2026-03-29T05:00:00Z'), now);
  }
  for (const now of ['2026-10-24T21:00:00Z', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z']) {
    assert.equal(endOfQuiet(instant(now), zurich), instant('2026-10-25T06:00:00Z'), now);
  }
  // 02:30 does not exist on the day of the change in March, and occurs twice on the day of the change in October.
  const shortNight = { ...zurich, to: 150 };
  assert.equal(endOfQuiet(instant('2026-03-28T23:00:00Z'), shortNight), instant('2026-03-29T01:00:00Z'));
  assert.equal(endOfQuiet(instant('2026-10-24T23:00:00Z'), shortNight), instant('2026-10-25T00:30:00Z'));
  assert.equal(endOfQuiet(instant('2026-10-25T01:10:00Z'), shortNight), instant('2026-10-25T01:30:00Z'));
  // A gap of only half an hour is found on the day of a clock change too. On Lord Howe Island, clocks change by half an hour.
  const nearlyAllDay = { ...zurich, from: 450, to: 420 };
  assert.equal(endOfQuiet(instant('2026-03-28T12:00:00Z'), nearlyAllDay), instant('2026-03-29T05:00:00Z'));
  const lordHowe = { ...zurich, timeZone: 'Australia/Lord_Howe' };
  assert.equal(endOfQuiet(instant('2026-10-03T12:00:00Z'), lordHowe), instant('2026-10-03T20:00:00Z'));
});

test('in any zone, on any day of years with changes, the end is not quiet and the minute before it is', () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const zone = fc.constantFrom(
    'Europe/Zurich',
    'America/New_York',
    'Australia/Lord_Howe',
    'Antarctica/Troll',
    'Africa/Casablanca',
    'Asia/Kolkata',
  );
  const years = fc.integer({ min: Date.UTC(2025, 0, 1), max: Date.UTC(2028, 0, 1) });
  fc.assert(
    fc.property(minute, minute, zone, years, (from, to, timeZone, now) => {
      fc.pre(from !== to);
      const hours = { from, to, timeZone };
      const end = endOfQuiet(now, hours);
      assert.equal(endOfQuiet(end, hours), end);
      if (end > now) assert.equal(endOfQuiet(Math.max(now, end - 60_000), hours), end);
    }),
  );
});

test('a time zone is one that the platform knows', () => {
  assert.ok(isTimeZone('Europe/Zurich'));
  assert.ok(!isTimeZone('Europe/Nowhere'));
});
