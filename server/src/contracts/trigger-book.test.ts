// What the heaps fire against what looking at every order would fire, tick after tick.
import { wad, type Uuid, type Wad } from '@candor/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFired, TriggerBook, type Watched } from './trigger-book.ts';
import { runs } from '../../test/support/seed.ts';

const price = fc.oneof(
  fc.integer({ min: 90, max: 110 }).map((whole) => wad(String(whole))),
  // Closer together than the heaps' keys can tell.
  fc.integer({ min: 0, max: 3 }).map((last) => (wad('100') + BigInt(last)) as Wad),
);
const asked = fc.record({ acceptedSequence: fc.nat(30), receivedAt: fc.nat(3_000) });
const order = fc.record({
  id: fc.nat(40),
  isWaiting: fc.boolean(),
  since: fc.nat(30),
  falling: fc.option(price),
  rising: fc.option(price),
  fillFrom: fc.option(asked),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: order }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ tick: price }) },
);

const watchedOf = ({
  id,
  fillFrom,
  ...rest
}: { id: number } & Omit<
  Watched,
  'id' | 'accountId' | 'book' | 'coin' | 'configVersion' | 'after' | 'dueAt'
>): Watched => ({
  ...rest,
  // An order that waits was asked for.
  fillFrom: fillFrom ?? (rest.isWaiting ? { acceptedSequence: 0, receivedAt: 0 } : null),
  id: `order-${id}` as Uuid,
  after: rest.since,
  accountId: 'account' as Uuid,
  book: 'real',
  coin: 'BTC',
  configVersion: 1,
  dueAt: null,
});

test('what a tick fires is what a naive scan finds, each once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const book = new TriggerBook();
      const naive = new Map<Uuid, Watched>();
      let sequence = 0;
      for (const each of steps) {
        if ('add' in each) {
          const watched = watchedOf(each.add);
          book.add(watched);
          naive.set(watched.id, watched);
        } else if ('remove' in each) {
          book.remove(`order-${each.remove}` as Uuid);
          naive.delete(`order-${each.remove}` as Uuid);
        } else {
          sequence++;
          const tick = { sequence, price: each.tick, publishedAt: sequence * 100 };
          const expected = [...naive.values()].filter((watched) => isFired(watched, tick));
          const fired = book.fire(tick);
          assert.deepEqual(new Set(fired), new Set(expected));
          assert.equal(fired.length, expected.length);
          for (const { id } of expected) naive.delete(id);
        }
        assert.equal(book.size, naive.size);
      }
    }),
    { numRuns: runs(500) },
  );
});

test('entries of orders that are gone do not pile up', () => {
  const book = new TriggerBook();
  const far = { isWaiting: false, since: 0, falling: wad('1'), rising: wad('1000000'), fillFrom: null };
  for (let turn = 0; turn < 100_000; turn++) book.add(watchedOf({ ...far, id: turn % 10 }));
  assert.equal(book.size, 10);
  assert.ok(book.entries < 20_000, `${book.entries} entries for 10 orders`);
});
