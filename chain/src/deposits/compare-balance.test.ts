// Compares balances with the records over random histories of an address, and tests what a node proves about a payment by a contract.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { BaseUnits } from '../networks/amounts.ts';
import { compareBalance, type Recorded } from './compare-balance.ts';
import { findPaidBlock, type PaidBlockSearch } from './find-paid-block.ts';

const nothing: Recorded = { paid: 0n, sent: 0n, sentCount: 0, unseen: { units: 0n, count: 0 } };
const at = (units: bigint, sentCount = 0) => ({ units: units as BaseUnits, sentCount });

test('what a contract paid is what the balance has beyond deposits, and sends change nothing about it', () => {
  const recorded = { ...nothing, paid: 10n };
  const surplusOf = (units: bigint, sentCount: number, more: Partial<Recorded>) => {
    const compared = compareBalance(at(units, sentCount), { ...recorded, ...more });
    return compared.kind === 'compared' ? compared.surplus : compared.kind;
  };
  assert.equal(surplusOf(10n, 0, {}), 0n);
  assert.equal(surplusOf(17n, 0, {}), 7n);
  assert.equal(surplusOf(0n, 1, { sent: 17n, sentCount: 1 }), 7n);
  assert.equal(surplusOf(9n, 0, {}), 'too-low');
});

test('what was sent before blocks were followed is missing once, and hides no later payment', () => {
  const first = compareBalance(at(0n, 2), { ...nothing, paid: 10n });
  assert.deepEqual(first, { kind: 'compared', surplus: 0n, unseen: { units: 10n, count: 2 } });
  const { unseen } = first as { unseen: Recorded['unseen'] };
  assert.deepEqual(compareBalance(at(3n, 2), { ...nothing, paid: 10n, unseen }), {
    kind: 'compared',
    surplus: 3n,
    unseen,
  });
  // The node now reports a balance of zero, and no transaction explains it.
  const emptied = { ...nothing, paid: 13n, unseen };
  assert.equal(compareBalance(at(0n, 2), emptied).kind, 'too-low');
});

type Step = { kind: 'plain' | 'inside' | 'send'; units: bigint } | { kind: 'compare' } | { kind: 'credit' };
const amounts = fc.bigInt({ min: 1n, max: 1_000n });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('plain' as const, 'inside' as const, 'send' as const), units: amounts }),
  fc.constantFrom<Step>({ kind: 'compare' }, { kind: 'credit' }),
);

test('whatever plain payments, payments of contracts and sends come in whatever order, what is found is exactly what contracts paid', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let [balance, plain, inside, credited, sent, sentCount, unseen] = [0n, 0n, 0n, 0n, 0n, 0, nothing.unseen];
      const compare = (): bigint => {
        const recorded = { paid: plain + credited, sent, sentCount, unseen };
        const compared = compareBalance(at(balance, sentCount), recorded);
        assert(compared.kind === 'compared');
        ({ unseen } = compared);
        return compared.surplus;
      };
      for (const each of steps) {
        switch (each.kind) {
          case 'plain':
            [balance, plain] = [balance + each.units, plain + each.units];
            break;
          case 'inside':
            [balance, inside] = [balance + each.units, inside + each.units];
            break;
          case 'send': {
            const units = each.units < balance ? each.units : balance;
            [balance, sent, sentCount] = [balance - units, sent + units, sentCount + 1];
            break;
          }
          case 'compare':
            assert.equal(compare(), inside - credited);
            break;
          case 'credit':
            credited += compare();
        }
      }
      assert.equal(credited + compare(), inside);
    }),
    { seed: 58, numRuns: 300 },
  );
});

// The block of a payment by a contract is found by balances, and by no answer that a node does not give.
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
      assert.ok(
        surpluses[found.height]! >= 10n && surpluses[found.height - 1]! < 10n,
        `${surpluses.join()} ${found.height}`,
      );
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
