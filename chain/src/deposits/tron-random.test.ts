import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ann, ben, follow } from './follow-tron.test-support.ts';
import {
  accountHex,
  base58Of,
  PlayedTron,
  reverted,
  sendsAsset,
  sendsTrx,
  sendsUsdt,
  usdt,
  type TronReading,
} from './played-tron.test-support.ts';
import { tronSource } from './tron-source.ts';

test('over random blocks, credits are exactly the payments of transactions that succeeded', async () => {
  const account = fc.integer({ min: 2, max: 5 }).map(accountHex);
  const units = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
  const payment = fc.record({
    to: account,
    units,
    isUsdt: fc.boolean(),
    isReverted: fc.boolean(),
    isAsset: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { maxLength: 9 }), async (payments) => {
      const made = payments.map(({ to, units, isUsdt, isReverted, isAsset }, seed) => {
        const one = isAsset ? sendsAsset(seed, to, units) : (isUsdt ? sendsUsdt : sendsTrx)(seed, to, units);
        return isReverted ? reverted(one) : one;
      });
      const node = new PlayedTron();
      node.mine(...made);
      const block = await tronSource({ ask: node.ask, usdt }).block(1);
      assert.equal(block?.isUnproven, undefined);
      assert.deepEqual(
        block?.credits.map(({ txid, asset, address, units }) => [txid, asset, address, units]),
        payments.flatMap(({ to, units, isUsdt, isReverted, isAsset }, place) =>
          isReverted || isAsset ? [] : [[made[place]!.txid, isUsdt ? 'USDT' : 'TRX', base58Of(to), units]],
        ),
      );
    }),
    { numRuns: 60 },
  );
});

test('over random chains with replaced blocks and wrong answers, each payment that stays is credited once and no other', async () => {
  const faults: TronReading[] = [
    'late',
    'other header',
    'no infos',
    'half of the infos',
    'infos of another time',
    'without logs',
    'repeated block',
  ];
  const step = fc.oneof(
    fc.record({ does: fc.constant('pay' as const), isUsdt: fc.boolean() }),
    fc.record({ does: fc.constant('mine' as const), count: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ does: fc.constant('replace' as const), count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ does: fc.constant('fault' as const), reading: fc.constantFrom(...faults), back: fc.nat(3) }),
    fc.record({ does: fc.constant('mend' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      const node = new PlayedTron();
      node.finalBelow = 6;
      node.mineEmpty(6);
      const { store, round } = follow(node);
      let seed = 0;
      for (const taken of steps) {
        if (taken.does === 'pay') node.mine((taken.isUsdt ? sendsUsdt : sendsTrx)(++seed, ann, 2_000_000n), sendsTrx(++seed, ben, 5n)); // oxfmt-ignore
        if (taken.does === 'mine') node.mineEmpty(taken.count);
        if (taken.does === 'replace') {
          node.remove(taken.count);
          node.mineEmpty(taken.count + 1);
        }
        if (taken.does === 'fault') node.reads.set(node.blocks.length - taken.back, taken.reading);
        if (taken.does === 'mend') node.reads.clear();
        await round().catch((error: unknown) => assert.match(String(error), /Unproven|a node answers/));
      }
      node.reads.clear();
      node.mineEmpty(25);
      for (let rounds = 0; rounds < 3; rounds++) await round();
      const paid = node.blocks.flatMap(({ made }) => made.slice(0, 1).map(({ txid }) => txid));
      const credited = [...store.deposits.values()].filter(({ state }) => state === 'credited').map(({ txid }) => txid);
      assert.deepEqual(credited.toSorted(), paid.toSorted());
      assert.equal(store.booked.size, paid.length);
    }),
    { numRuns: 40 },
  );
});
