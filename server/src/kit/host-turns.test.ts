import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { manualClock } from './clock.ts';
import { HostTurns } from './host-turns.ts';

const patienceMs = 5_000;

function stage() {
  const clock = manualClock(0);
  const turns = new HostTurns({ clock, patienceMs, most: 8 });
  const begin = (host: string) => {
    const { promise, resolve } = Promise.withResolvers<'sent' | 'later'>();
    const outcome = turns.within(
      host,
      () => promise,
      (each) => each === 'later',
    );
    return { outcome, end: async (how: 'sent' | 'later' = 'sent') => (resolve(how), outcome) };
  };
  return { clock, turns, begin };
}

test('a host that never replies gets two turns, then one, and other hosts keep theirs', async () => {
  const { clock, turns, begin } = stage();
  const slow = [begin('slow'), begin('slow')];
  assert.equal(await begin('slow').outcome, 'busy');
  assert.deepEqual(turns.busy(), ['slow']);
  assert.equal(await begin('quick').end(), 'sent');
  clock.advance(patienceMs);
  for (const each of slow) await each.end();
  assert.deepEqual(turns.busy(), []);
  const probe = begin('slow');
  assert.equal(await begin('slow').outcome, 'busy');
  await probe.end();
  const again = [begin('slow'), begin('slow')];
  assert.equal(await begin('slow').outcome, 'busy', 'a quick answer gives one more');
  for (const each of again) await each.end();
});

test('a host that answers quickly and asks for a pause gets one message at a time', async () => {
  const { turns, begin } = stage();
  for (let each = 0; each < 20; each++) await begin('host').end();
  const many = Array.from({ length: 8 }, () => begin('host'));
  assert.equal(await begin('host').outcome, 'busy');
  for (const each of many) await each.end('later');
  const one = begin('host');
  assert.deepEqual(turns.busy(), ['host']);
  await one.end();
});

test('the callback runs once a turn is free after a caller got none', async () => {
  const { turns, begin } = stage();
  let calls = 0;
  turns.onFree(() => calls++);
  const first = begin('host');
  const second = begin('host');
  assert.equal(await begin('host').outcome, 'busy');
  assert.equal(calls, 0);
  await first.end();
  assert.equal(calls, 1);
  await second.end();
  assert.equal(calls, 1, 'nobody waits any more');
});

test('each host always keeps its limit, failed work frees its turn, and the number of remembered hosts is bounded', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean(), fc.boolean())), async (steps) => {
      const { clock, turns } = stage();
      const underWay = new Map<string, number>();
      const ends: (() => void)[] = [];
      for (const [host, isStart, isLate] of steps) {
        if (isLate) clock.advance(patienceMs);
        if (!isStart) ends.shift()?.();
        else {
          const { promise, reject } = Promise.withResolvers<void>();
          promise.catch(() => undefined);
          const name = `host-${host}`;
          const work = async () => {
            underWay.set(name, (underWay.get(name) ?? 0) + 1);
            assert.ok(underWay.get(name)! <= 8);
            await promise.finally(() => underWay.set(name, underWay.get(name)! - 1));
          };
          turns.within(name, work).catch(() => undefined);
          ends.push(() => reject(new Error('cut')));
        }
        await Promise.resolve();
      }
      for (const end of ends) end();
      await new Promise(setImmediate);
      assert.deepEqual(turns.busy(), []);
    }),
  );
  const { turns, begin } = stage();
  const held = begin('held');
  for (let host = 0; host < 2_000; host++) await begin(`host-${host}`).end();
  const second = begin('held');
  assert.deepEqual(turns.busy(), ['held'], 'a host with messages under way is not forgotten');
  await held.end();
  await second.end();
});
