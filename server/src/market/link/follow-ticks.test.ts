// Ticks from another process: each once, in order, and none left out, whatever was missed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { wad } from '@candor/wire';
import { log } from '../../kit/log.ts';
import { createTickFollower } from './follow-ticks.ts';
import type { Tick } from '../market.ts';
import { createTickMemory } from '../archive/tick-memory.ts';
import { runs } from '../../../test/support/seed.ts';

log.setLevel('silent');
const tickOf = (coin: Tick['coin'], sequence: number): Tick => ({
  coin,
  sequence,
  price: wad('1'),
  sourceAt: sequence,
  publishedAt: sequence,
  inputs: 'htx',
  hash: String(sequence),
});

test('whatever part of the ticks arrives, all up to the newest are published, in order and once', async () => {
  const arrivals = fc.array(
    fc.record({ upTo: fc.integer({ min: 1, max: 6 }), isLost: fc.boolean(), isTwice: fc.boolean() }),
    { minLength: 1, maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(arrivals, fc.integer({ min: 0, max: 2 }), async (batches, failures) => {
      const archive: Tick[] = [];
      const memory = createTickMemory();
      const published: number[] = [];
      let failuresLeft = failures;
      const follower = createTickFollower({
        memory,
        load: async () => {
          await new Promise(setImmediate);
          if (failuresLeft-- > 0) throw new Error('the database is away');
          memory.reset('BTC', [...archive]);
        },
        publish: (ticks) => published.push(...ticks.map(({ sequence }) => sequence)),
        retryMs: 1,
      });
      for (const { upTo, isLost, isTwice } of [...batches, { upTo: 1, isLost: false, isTwice: false }]) {
        const batch = Array.from({ length: upTo }, (_, place) => tickOf('BTC', archive.length + place + 1));
        archive.push(...batch);
        if (!isLost) follower.follow(batch);
        if (isTwice && !isLost) follower.follow(batch);
        if (isLost) await new Promise(setImmediate);
      }
      await follower.caughtUp();
      assert.equal(follower.isBehind(), false);
      assert.deepEqual(
        published,
        archive.map(({ sequence }) => sequence),
      );
    }),
    { numRuns: runs(60) },
  );
});
