// What the heaps fire against what looking at every swap would fire, tick after tick.
import { one, swapTerms, wad, type Uuid, type Wad } from '@candor/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SwapOrder } from './order.ts';
import { isFired, isNewer, SwapBook, watchedSwap } from './swap-book.ts';

const price = fc.oneof(
  fc.integer({ min: 90, max: 110 }).map((whole) => wad(String(whole))),
  // Closer together than the heaps' keys can tell.
  fc.integer({ min: 0, max: 3 }).map((last) => (wad('100') + BigInt(last)) as Wad),
);
const order = fc.record({
  id: fc.nat(40),
  kind: fc.constantFrom('quote' as const, 'limit' as const),
  isBuying: fc.boolean(),
  price,
  receivedAt: fc.nat(3_000),
  accepted: fc.nat(20),
});
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: order }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ tick: price }) },
);
const idOf = (id: number): Uuid => `swap-${id}` as Uuid;

function orderOf({ id, kind, isBuying, price: at, receivedAt, accepted }: ReturnType<typeof order.generate>['value']) {
  const [fromCoin, toCoin] = isBuying ? (['USDT', 'BTC'] as const) : (['BTC', 'USDT'] as const);
  const rate = isBuying ? (one * one) / at : at;
  const common = { orderId: idOf(id), kind, fromCoin, toCoin, rate, receivedAt, cancel: null };
  return { ...common, acceptedFrom: accepted, acceptedTo: accepted, expiresAt: receivedAt + 3_000 } as SwapOrder;
}

test('what a tick fires is what a naive scan finds, each once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const book = new SwapBook();
      const naive = new Map<Uuid, ReturnType<typeof watchedSwap>>();
      let sequence = 0;
      for (const each of steps) {
        if ('add' in each) {
          const watched = watchedSwap(orderOf(each.add));
          book.add(watched);
          naive.set(watched.id, watched);
        } else if ('remove' in each) {
          book.remove(idOf(each.remove));
          naive.delete(idOf(each.remove));
        } else {
          sequence++;
          const tick = { sequence, price: each.tick, publishedAt: sequence * 200 } as Parameters<SwapBook['fire']>[0];
          const expected = [...naive.values()].filter((watched) => isFired(watched, tick)).map(({ id }) => id);
          const fired = book.fire(tick).map(({ id }) => id);
          assert.deepEqual(fired.toSorted(), expected.toSorted());
          for (const id of fired) naive.delete(id);
        }
        assert.equal(book.size, naive.size);
      }
    }),
  );
});

test('a tick leaves alone limits that its price does not reach, and what is gone is forgotten', () => {
  const book = new SwapBook();
  let looks = 0;
  const far = { id: 0, kind: 'limit', isBuying: false, price: wad('200'), receivedAt: 0, accepted: 0 } as const;
  for (let id = 0; id < 5_000; id++) {
    const watched = watchedSwap(orderOf({ ...far, id }));
    const counted = new Proxy(watched, { get: (target, name) => (name === 'accepted' && looks++, Reflect.get(target, name)) }); // oxfmt-ignore
    book.add(counted);
  }
  const tick = { sequence: 9, price: wad('100'), publishedAt: swapTerms.fillDelayMs } as Parameters<
    SwapBook['fire']
  >[0];
  assert.deepEqual(book.fire(tick), []);
  assert.equal(looks, 0);
  for (let id = 1; id < 5_000; id++) book.remove(idOf(id));
  for (let id = 5_000; id < 7_000; id++) {
    book.add(watchedSwap(orderOf({ ...far, id })));
    book.remove(idOf(id));
  }
  assert.ok(book.entries < 2_000);
});

test('a limit that is cancelled has met the ticks up to its cancel only as far as all is done', () => {
  const order = { ...orderOf({ id: 1, kind: 'limit', isBuying: false, price: one, receivedAt: 0, accepted: 3 }) };
  const cancelled = { ...order, cancel: { receivedAt: 1_000, sequence: 10 } } as SwapOrder;
  const afterOf = (doneUpTo: number): number => watchedSwap(cancelled, () => doneUpTo).after;
  assert.deepEqual([0, 3, 7, 10, 12].map(afterOf), [3, 3, 7, 10, 10]);
  assert.equal(watchedSwap(order, () => 12).after, 3);
  assert.deepEqual(
    [isNewer(watchedSwap(cancelled), watchedSwap(order)), isNewer(watchedSwap(order), watchedSwap(cancelled))],
    [true, false],
  );
});
