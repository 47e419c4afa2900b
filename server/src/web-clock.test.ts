// A web process whose clock is behind receives no order before the ticks that its customers have seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manualClock } from './kit/clock.ts';
import { joinLinks } from './kit/join-links.ts';
import { log } from './kit/log.ts';
import { until } from './kit/until.test-support.ts';
import type { Tick } from './market/market.ts';
import { clockOfTicks } from './web-clock.ts';

log.setLevel('silent');

test('its time is never behind a tick that has come', async () => {
  const { one: engine, other: web } = joinLinks();
  const own = manualClock(10_000);
  const clock = clockOfTicks(own, web);
  assert.equal(clock.now(), 10_000);
  engine.post('market.ticks', [{ publishedAt: 9_000 }, { publishedAt: 12_000 }] as Tick[]);
  await until('the ticks have come', () => clock.now() === 12_000);
  own.set(13_000);
  assert.equal(clock.now(), 13_000);
});
