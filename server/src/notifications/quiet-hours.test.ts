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

test('a time zone is one that the platform knows', () => {
  assert.ok(isTimeZone('Europe/Zurich'));
  assert.ok(!isTimeZone('Europe/Nowhere'));
});
