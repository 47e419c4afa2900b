import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wad } from '@candor/wire';
import type { HouseBucket } from '../ledger/buckets.ts';
import { describeInventory, isLow } from './inventory.ts';

const low = (free: string, held: string, paidIn: string): boolean =>
  isLow({ free: wad(free), held: wad(held), paidIn: wad(paidIn) });

test('a coin is low when less than a quarter is free, of what is there or of what the owner paid in', () => {
  assert.equal(low('25', '100', '0'), false);
  assert.equal(low('24.999999', '100', '0'), true);
  assert.equal(low('10', '10', '100'), true, 'nothing is promised, and customers have nearly all of it');
  assert.equal(low('30', '30', '100'), false);
  assert.equal(low('0', '0', '0'), true);
  assert.equal(low('5', '5', '-1'), false, 'the owner took out more than he paid in');
});

test('inventory counts what is promised out of the bankroll, and leaves other funds out', () => {
  const row = (bucket: HouseBucket, balance: string, coin = 'BTC') => ({ bucket, coin, balance: wad(balance) });
  const coins = describeInventory({
    held: [row('bankroll', '6'), row('swaps-reserve', '3'), row('purchases-reserve', '1'), row('capital', '-10'), row('bankroll', '10', 'USDT'), row('lending', '90', 'USDT'), row('loans-receivable', '5', 'USDT'), row('capital', '-105', 'USDT'), row('fees', '0', 'ETH')], // oxfmt-ignore
    limits: [{ coin: 'BTC', count: 2, promised: wad('2.5') }],
    asked: [{ coin: 'USDT', refillId: 'rfl_1' }],
  });
  assert.deepEqual(coins, [
    { coin: 'BTC', free: '6', promised: '4', held: '10', limits: 2, limits_take: '2.5', paid_in: '10', is_low: false, refill_id: null }, // oxfmt-ignore
    { coin: 'USDT', free: '10', promised: '0', held: '10', limits: 0, limits_take: '0', paid_in: '105', is_low: false, refill_id: 'rfl_1' }, // oxfmt-ignore
  ]);
});
