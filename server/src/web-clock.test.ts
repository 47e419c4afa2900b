// A web process whose clock is behind receives no order before the ticks that its customers have seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clockFaults } from './kit/clock-faults.ts';
import { manualClock } from './kit/clock.ts';
import { joinLinks } from './kit/join-links.ts';
import { log } from './kit/log.ts';
import type { Tick } from './market/market.ts';
import { clockOfTicks } from './web-clock.ts';

log.setLevel('silent');

test('its time is never behind a tick that has come, and goes on from there also without further ticks', async () => {
  const { one: engine, other: web } = joinLinks();
  const own = manualClock(10_000);
  const clock = clockOfTicks(own, web);
  const hear = async (publishedAt: number): Promise<void> => {
    const heard = Promise.withResolvers<void>();
    web.onPost('market.ticks', () => heard.resolve());
    engine.post('market.ticks', [{ publishedAt }] as Tick[]);
    await heard.promise;
  };
  assert.equal(clock.now(), 10_000);
  await hear(9_000);
  assert.equal(clock.now(), 10_000);
  await hear(12_000);
  assert.equal(clock.now(), 12_000);
  own.advance(1_000);
  assert.equal(clock.now(), 13_000, 'a tick that is a second old is seen to be');
  assert.deepEqual(
    clockFaults().map(({ clock: name }) => name),
    ['engine'],
  );
  own.advance(2_000);
  await hear(13_100);
  assert.equal(clock.now(), 13_100, 'once the clock is right it is followed again');
  assert.deepEqual(clockFaults(), []);
});
