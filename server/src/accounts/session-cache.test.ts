import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Uuid } from '@candor/wire';
import { createBus } from '../kit/bus.ts';
import { manualClock } from '../kit/clock.ts';
import { createSessionCache } from './session-cache.ts';
import type { Entry } from './session-cache.ts';

function openCache() {
  const clock = manualClock(Date.UTC(2026, 0, 15));
  const bus = createBus();
  const read: string[] = [];
  const stored = new Set(['ann', 'ben', 'cat']);
  const cache = createSessionCache({
    clock,
    bus,
    async read(key) {
      read.push(key);
      return stored.has(key) ? ({ found: { sessionId: key, accountId: key } } as Entry) : undefined;
    },
  });
  return { ...cache, clock, bus, read, stored };
}
const isAtHand = (found: unknown): boolean => !(found instanceof Promise);

test('sessions in use are read again together before they must be, and no others', async () => {
  const { get, clock, read } = openCache();
  for (const key of ['ann', 'ben', 'cat']) await get(key);
  clock.advance(999);
  assert.ok(isAtHand(get('ann')) && isAtHand(get('cat')));
  clock.advance(1);
  for (const key of ['ann', 'ben', 'ann']) assert.ok(isAtHand(get(key)));
  assert.equal(read.length, 3);
  await pause(200);
  assert.deepEqual(read.slice(3), ['ann', 'ben']);
  clock.advance(1_500);
  assert.ok(isAtHand(get('ann')) && isAtHand(get('ben')), 'older than 2 s without having been waited for');
  assert.ok(!isAtHand(get('cat')));
});

test('one that another process ended is gone with its renewal, and one that ends meanwhile stays gone', async () => {
  const { get, clock, bus, stored } = openCache();
  for (const key of ['ann', 'ben']) await get(key);
  clock.advance(1_000);
  assert.ok(isAtHand(get('ann')) && isAtHand(get('ben')));
  stored.delete('ann');
  bus.emit('session.ended', { sessionId: 'ben' as Uuid, accountId: 'ben' as Uuid });
  stored.delete('ben');
  await pause(200);
  assert.equal(await get('ann'), undefined);
  assert.equal(await get('ben'), undefined);
});
