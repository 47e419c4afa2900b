import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MinHeap } from './min-heap.ts';

test('what it gives out is what a sorted list would, whatever the order of pushes and pops', () => {
  const step = fc.oneof(
    fc.record({ push: fc.integer({ min: 0, max: 500 }) }),
    fc.record({ popUpTo: fc.integer({ min: 0, max: 500 }) }),
    fc.record({ keepMultiplesOf: fc.integer({ min: 1, max: 4 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
      const heap = new MinHeap<{ at: number }>();
      let list: { at: number }[] = [];
      for (const action of steps) {
        if ('push' in action) {
          const item = { at: action.push };
          heap.push(item.at, item);
          list.push(item);
        } else if ('keepMultiplesOf' in action) {
          const matters = (item: { at: number }): boolean => item.at % action.keepMultiplesOf === 0;
          heap.keepOnly(matters);
          list = list.filter(matters);
        } else {
          const due = heap.popUpTo(action.popUpTo);
          const expected = list.filter((item) => item.at <= action.popUpTo);
          list = list.filter((item) => item.at > action.popUpTo);
          assert.deepEqual(new Set(due), new Set(expected));
          assert.ok(due.every((item, place) => place === 0 || due[place - 1]!.at <= item.at));
        }
        assert.equal(heap.size, list.length);
        assert.equal(heap.first, list.length > 0 ? Math.min(...list.map((item) => item.at)) : undefined);
      }
    }),
  );
});

test('it grows past its first size', () => {
  const heap = new MinHeap<number>();
  for (let value = 5000; value > 0; value--) heap.push(value, value);
  assert.deepEqual(heap.popUpTo(3), [1, 2, 3]);
  assert.equal(heap.popUpTo(Infinity).length, 4997);
});
