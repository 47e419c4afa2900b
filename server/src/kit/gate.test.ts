import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGate } from './gate.ts';
import { Refusal } from './refuse.ts';

const codeOf = (error: unknown): string => (error instanceof Refusal ? error.code : String(error));
/** What is done inside until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, letGo: resolve };
}

test('so many at once, the others in their order, and those too many hear busy', async () => {
  const gate = createGate({ atOnce: 2, waitingMax: 4, waitMaxMs: 600_000 });
  let [inside, most] = [0, 0];
  const order: number[] = [];
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, (_, place) =>
      gate(async () => {
        most = Math.max(most, ++inside);
        for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
        inside--;
        order.push(place);
        if (place === 0) throw new Error('broken');
        return 'done';
      }).catch(codeOf),
    ),
  );
  assert.deepEqual(outcomes, ['Error: broken', 'done', 'done', 'done', 'done', 'done', 'busy', 'busy']);
  assert.deepEqual([most, order], [2, [0, 1, 2, 3, 4, 5]]);
});

test('who has waited too long hears busy, and leaves the place to others', async () => {
  const gate = createGate({ atOnce: 1, waitingMax: 1, waitMaxMs: 1 });
  const first = held();
  const inside = gate(first.work);
  assert.equal(await gate(async () => 'done').catch(codeOf), 'busy');
  first.letGo();
  await inside;
  assert.equal(await gate(async () => 'done'), 'done');
});
