// The block of a payment by a contract is found by balances, and by no answer that a node does not give.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findPaidBlock, type PaidBlockSearch } from './find-paid-block.ts';

const search = (surplusAt: (height: number) => bigint | undefined, more: Partial<PaidBlockSearch> = {}) =>
  findPaidBlock({
    after: 0,
    to: 1_000,
    enough: 10n,
    hashAt: async (height) => `block-${height}`,
    surplusAt: async ({ height }) => surplusAt(height),
    ...more,
  });

test('the block from which the balance is higher is found, also if it is the first or the last one', async () => {
  for (const paidIn of [1, 2, 499, 500, 501, 999, 1_000])
    assert.deepEqual(await search((height) => (height >= paidIn ? 10n : 9n)), {
      height: paidIn,
      hash: `block-${paidIn}`,
    });
  assert.deepEqual(await search((height) => (height >= 8 ? 10n : 0n), { after: 7, to: 8 }), {
    height: 8,
    hash: 'block-8',
  });
});

test('whatever the surplus does in between, the block before the one that is found had less', async () => {
  const chain = fc.record({
    between: fc.array(fc.bigInt({ min: 0n, max: 20n }), { maxLength: 60 }),
    last: fc.bigInt({ min: 10n, max: 20n }),
  });
  await fc.assert(
    fc.asyncProperty(chain, async ({ between, last }) => {
      const surpluses = [0n, ...between, last];
      const found = await search((height) => surpluses[height], { to: surpluses.length - 1 });
      assert.ok(found);
      assert.ok(surpluses[found.height]! >= 10n && surpluses[found.height - 1]! < 10n, `${surpluses} ${found.height}`);
    }),
  );
});

test('a node without the old states or blocks finds nothing, nor does one that denies the payment now', async () => {
  assert.equal(await search((height) => (height > 900 ? 10n : undefined)), undefined);
  assert.equal(await search(() => 10n, { hashAt: async () => undefined }), undefined);
  assert.equal(await search(() => 0n), undefined);
});

test('a node that answers at random is asked a bounded number of times', async () => {
  let asked = 0;
  await search(() => (++asked % 3 === 0 ? 10n : 0n), { to: Number.MAX_SAFE_INTEGER });
  assert.ok(asked <= 64);
});
