import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchSize } from './batch-size.ts';

test('a lane that is alone takes half of what is under way, unless that is little', () => {
  const sizes = [1, 32, 33, 64, 65, 256, 1_023].map((underWay) => batchSize({ lanes: 1, underWay }));
  assert.deepEqual(sizes, [32, 32, 32, 32, 33, 128, 512]);
});

test('no batch is beyond measure; lanes beside each other take what they have', () => {
  assert.equal(batchSize({ lanes: 1, underWay: 10_000 }), 512);
  assert.equal(batchSize({ lanes: 2, underWay: 256 }), 512);
});

test('callers who go on asking are soon in two equal halves, whatever they were in before', () => {
  const underWay = 256;
  let inDatabase = 34;
  const batches: number[] = [];
  for (let batch = 0; batch < 6; batch++) {
    // Who was told asks again while the next batch is carried out.
    const queue = underWay - inDatabase;
    inDatabase = Math.min(queue, batchSize({ lanes: 1, underWay }));
    batches.push(inDatabase);
  }
  assert.deepEqual(batches, [128, 128, 128, 128, 128, 128]);
});
