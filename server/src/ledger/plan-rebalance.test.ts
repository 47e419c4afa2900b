import { add, subtract, wad, zero, type Wad } from '@candor/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planRebalance, type SliceNeed } from './plan-rebalance.ts';

/** What each slice holds once the plan is carried out; fails if one would have to give more than it has. */
function carriedOut(slices: readonly SliceNeed[]): Wad[] {
  const held = new Map(slices.map(({ slice, balance }) => [slice, balance]));
  for (const { from, to, amount } of planRebalance(slices)) {
    assert.ok(amount > zero && from !== to);
    held.set(from, subtract(held.get(from)!, amount));
    held.set(to, add(held.get(to)!, amount));
    assert.ok(held.get(from)! >= zero, `${from} gives more than it has`);
  }
  return [...held.values()];
}

const slicesOf = (rows: readonly (readonly [balance: string, wanted: string])[]): SliceNeed[] =>
  rows.map(([balance, wanted], slice) => ({ slice, balance: wad(balance), wanted: wad(wanted) }));
const total = (amounts: readonly Wad[]): Wad => amounts.reduce(add, zero);

test('the central slice gives first, and a quarter of what it has when less is missing', () => {
  const slices = slicesOf([
    ['100', '0'],
    ['0', '10'],
    ['300', '0'],
  ]);
  assert.deepEqual(carriedOut(slices), [wad('75'), wad('25'), wad('300')]);
});

test('when there is too little for all, it is not spread into pieces that are too small for an order', () => {
  const slices = slicesOf([['100', '0'], ['0', '20'], ['0', '110'], ['0', '160']]); // oxfmt-ignore
  assert.deepEqual(carriedOut(slices), [zero, wad('20'), wad('80'), zero]);
});

const amount = fc.bigInt({ min: 0n, max: wad('100') }).map((value) => value as Wad);
const anySlices = fc
  .array(fc.tuple(amount, fc.oneof(fc.constant(zero), amount)), { minLength: 1, maxLength: 6 })
  .map((rows) => rows.map(([balance, wanted], slice) => ({ slice, balance, wanted })));

test('nothing is lost or made; while there is enough everybody gets what he wants', () => {
  fc.assert(
    fc.property(anySlices, (slices) => {
      const held = carriedOut(slices);
      const sum = total(slices.map(({ balance }) => balance));
      assert.equal(total(held), sum);
      if (sum < total(slices.map(({ wanted }) => wanted))) return;
      for (const [place, { wanted }] of slices.entries()) assert.ok(held[place]! >= wanted);
    }),
  );
});

test('orders of one size get as many as all slices together can cover', () => {
  const size = wad('10');
  const someOrders = fc.array(fc.tuple(amount, fc.integer({ min: 0, max: 20 })), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(someOrders, (rows) => {
      const slices = rows.map(([balance, orders], slice) => ({
        slice,
        balance,
        wanted: (BigInt(orders) * size) as Wad,
      }));
      const orders = rows.reduce((sum, row) => sum + row[1], 0);
      const covered = Number(total(slices.map(({ balance }) => balance)) / size);
      const served = carriedOut(slices).reduce(
        (sum, held, place) => sum + Math.min(Number(held / size), rows[place]![1]),
        0,
      );
      assert.equal(served, Math.min(orders, covered));
    }),
  );
});
