import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Uuid } from '@candor/wire';
import { createBus } from '../../kit/bus.ts';
import { manualClock } from '../../kit/clock.ts';
import { createSessionCache } from './session-cache.ts';
import type { Entry } from './session-cache.ts';

function openCache() {
  const clock = manualClock(10_000);
  const bus = createBus();
  const read: string[] = [];
  const stored = new Set(['ann', 'ben']);
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
const ended = (name: string) => ({ sessionId: name as Uuid, accountId: name as Uuid });

test('a session is read once in 2 s, and one that another process ended is gone by then', async () => {
  const { get, peek, clock, read, stored } = openCache();
  await get('ann');
  stored.delete('ann');
  clock.advance(1_999);
  assert.ok(await get('ann'));
  assert.ok(peek('ann'));
  assert.deepEqual(read, ['ann']);
  clock.advance(-5_000);
  assert.equal(peek('ann'), undefined, 'the clock was set back');
  assert.equal(peek('ann'), undefined);
  assert.equal(await get('ann'), undefined);
});

test('one that ends here is gone at once, also while it is being read, and who is not known is not kept', async () => {
  const { get, peek, bus, read, stored } = openCache();
  await get('ann');
  bus.emit('session.ended', ended('ann'));
  assert.equal(peek('ann'), undefined);
  const reading = get('ben');
  bus.emit('session.ended', ended('ben'));
  await reading;
  stored.delete('ben');
  assert.equal(await get('ben'), undefined);
  await get('ann');
  bus.emit('account.changed', ended('ann'));
  assert.equal(peek('ann'), undefined);
  await get('nobody');
  await get('nobody');
  assert.deepEqual(read, ['ann', 'ben', 'ben', 'ann', 'nobody', 'nobody']);
});
