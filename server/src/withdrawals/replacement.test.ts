// Fees of waiting payments: they rise by at least one eighth, never above the signer's limit, and not too early.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { feeOf } from '@candor/chain';
import fc from 'fast-check';
import { chooseReplacement, hasWaited, replaceAfterMs } from './replacement.ts';

const gwei = 10n ** 9n;
const fees = { maxFeePerGas: 41n * gwei, maxPriorityFeePerGas: 2n * gwei };
const dear = { maxFeePerGas: 161n * gwei, maxPriorityFeePerGas: 2n * gwei };
const waiting = { fees, isNext: true };
const later = { network: dear, feeMax: feeOf({ maxFeePerGas: 200n * gwei }) };

test('a payment that is next is replaced once it has waited, with the fees that the network asks now', () => {
  assert.deepEqual(chooseReplacement(waiting, later), {
    kind: 'replace',
    fees: { maxFeePerGas: 161n * gwei, maxPriorityFeePerGas: (9n * gwei) / 4n },
  });
  assert.deepEqual([hasWaited(5, 4 + replaceAfterMs), hasWaited(5, 5 + replaceAfterMs)], [false, true]);
  assert.equal(chooseReplacement({ ...waiting, isNext: false }, later).kind, 'wait');
});

test('above the signer’s limit a replacement pays the limit; if not even one eighth more is allowed, it is too dear', () => {
  const most = { maxFeePerGas: 100n * gwei, maxPriorityFeePerGas: (9n * gwei) / 4n };
  const allowed = { ...later, feeMax: feeOf({ maxFeePerGas: 100n * gwei }) };
  assert.deepEqual(chooseReplacement(waiting, allowed), { kind: 'replace', fees: most });
  assert.deepEqual(chooseReplacement(waiting, { ...later, feeMax: feeOf(fees) }), { kind: 'too-dear' });
});

test('whatever the fees are, nodes take the replacement and the signer allows it', () => {
  const fee = fc.bigInt(1n, 10n ** 15n);
  const anyFees = fc
    .tuple(fee, fee)
    .map(([one, other]) =>
      one > other
        ? { maxFeePerGas: one, maxPriorityFeePerGas: other }
        : { maxFeePerGas: other, maxPriorityFeePerGas: one },
    );
  fc.assert(
    fc.property(anyFees, anyFees, fee, (last, network, most) => {
      const feeMax = feeOf({ maxFeePerGas: most });
      const found = chooseReplacement({ ...waiting, fees: last }, { ...later, network, feeMax });
      if (found.kind !== 'replace') return;
      const { maxFeePerGas, maxPriorityFeePerGas } = found.fees;
      assert.ok(
        maxFeePerGas * 8n >= last.maxFeePerGas * 9n && maxPriorityFeePerGas * 8n >= last.maxPriorityFeePerGas * 9n,
      );
      assert.ok(maxPriorityFeePerGas <= maxFeePerGas && feeOf(found.fees) <= feeMax);
    }),
  );
});
