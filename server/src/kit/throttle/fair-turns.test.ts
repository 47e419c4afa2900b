import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { createFairTurns, type Asker } from './fair-turns.ts';

/** Work that goes on until the test ends it. */
function openLine({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  const inTurn = createFairTurns({ atOnce, waitingMax });
  const begun: string[] = [];
  const underWay: (() => void)[] = [];
  return {
    begun,
    ask: (asker: Asker, name: string): Promise<void> =>
      inTurn(asker, () => {
        begun.push(name);
        return new Promise<void>((resolve) => underWay.push(resolve));
      }),
    async endOne(): Promise<void> {
      underWay.shift()!();
      await turn();
    },
  };
}

const ofMany = (key: string): Asker => ({ key, waitingMax: 16 });

test('a newcomer comes after one of each who waits, not after all', async () => {
  const line = openLine({ atOnce: 2, waitingMax: 64 });
  const all: Promise<void>[] = [];
  for (let place = 0; place < 6; place++) all.push(line.ask(ofMany('greedy'), `greedy ${place}`));
  for (let place = 0; place < 16; place++) all.push(line.ask(ofMany('flood'), `flood ${place}`));
  all.push(line.ask(ofMany('newcomer'), 'newcomer'));
  await turn();
  assert.deepEqual(line.begun, ['greedy 0', 'greedy 1']);
  for (let ended = 0; ended < all.length; ended++) await line.endOne();
  assert.deepEqual(line.begun.slice(2, 6), ['greedy 2', 'flood 0', 'newcomer', 'greedy 3']);
  await Promise.all(all);
  assert.equal(line.begun.length, all.length);
});
