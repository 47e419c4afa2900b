import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createGate } from './gate.ts';
import { Refusal } from './refuse.ts';

test('so many at once, the others in their order, and those too many or too late hear busy', async () => {
  const gate = createGate({ atOnce: 2, waitingMax: 4, waitMaxMs: 250 });
  let [inside, most] = [0, 0];
  const order: number[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      gate(async () => {
        most = Math.max(most, ++inside);
        await wait(100);
        inside--;
        order.push(place);
        if (place === 0) throw new Error('broken');
        return 'done';
      }).catch((error: unknown) => (error instanceof Refusal ? error.code : String(error))),
    ),
  );
  assert.deepEqual(outcomes, ['Error: broken', 'done', 'done', 'done', 'done', 'done', 'busy', 'busy']);
  assert.deepEqual([most, order], [2, [0, 1, 2, 3, 4, 5]]);
  const slow = Array.from({ length: 2 }, () => gate(() => wait(600)));
  const late = gate(async () => 'done').catch((error: Refusal) => error.code);
  assert.equal(await late, 'busy');
  await Promise.all(slow);
  assert.equal(await gate(async () => 'done'), 'done', 'whoever went away freed the place');
});
