// What the wallet of TRON can pay: never more than it holds, and no alarm while payments on their way may free what is reserved.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fundsFor, type TronFunds } from './tron-funds.ts';

const funds = (TRX: bigint, USDT: bigint): TronFunds => ({ TRX, USDT });

test('a payment needs its amount and its fee besides what is reserved', () => {
  const held = funds(100n, 50n);
  assert.equal(fundsFor(funds(100n, 50n), { held, reserved: funds(0n, 0n) }), 'enough');
  assert.equal(fundsFor(funds(101n, 0n), { held, reserved: funds(0n, 0n) }), 'short');
  assert.equal(fundsFor(funds(1n, 51n), { held, reserved: funds(0n, 0n) }), 'short');
  assert.equal(fundsFor(funds(100n, 0n), { held, reserved: funds(1n, 0n) }), 'wait');
  assert.equal(fundsFor(funds(1n, 50n), { held, reserved: funds(0n, 1n) }), 'wait');
});

test('whatever is on its way, payments that are made never need more than the wallet holds', () => {
  const amount = fc.bigInt({ min: 0n, max: 100n });
  const anyFunds = fc.record({ TRX: amount, USDT: amount });
  fc.assert(
    fc.property(anyFunds, fc.array(anyFunds), (held, payments) => {
      let reserved = funds(0n, 0n);
      for (const needed of payments) {
        const verdict = fundsFor(needed, { held, reserved });
        const isAlone = needed.TRX <= held.TRX && needed.USDT <= held.USDT;
        assert.equal(verdict === 'short', !isAlone);
        if (verdict === 'enough') reserved = funds(reserved.TRX + needed.TRX, reserved.USDT + needed.USDT);
      }
      assert.ok(reserved.TRX <= held.TRX && reserved.USDT <= held.USDT);
    }),
  );
});
