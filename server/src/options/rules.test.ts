import { formatAmount, optionTiming, wad, type Wad } from '@candor/wire';
import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OptionsConfig } from './order.ts';
import { canEnter, checkStake, entryWindow, exitRuleOf, isEntryTick, paidFor, profitOf, resultOf } from './rules.ts';

const config: OptionsConfig = {
  configId: '1',
  version: 1,
  durationMs: 30_000,
  payoutRate: wad('0.85'),
  minStake: wad('10'),
  maxStake: wad('5000'),
  exitWaitMs: 10_000,
  isOffered: true,
};
const price = fc.bigInt({ min: 1n, max: 10n ** 26n }).map((value) => value as Wad);
const stake = fc.bigInt({ min: 100_000n, max: 50_000_000n }).map((units) => (units * 10n ** 14n) as Wad);

test('10 USDT at 85 % win 8.50; a rest below the last decimal stays with the house', () => {
  assert.equal(formatAmount(profitOf(wad('10'), wad('0.85'))), '8.5');
  assert.equal(formatAmount(profitOf(wad('10.0001'), wad('0.85'))), '8.5');
  assert.equal(formatAmount(profitOf(wad('33.3333'), wad('0.87'))), '28.9999');
});

test('a stake must lie between the limits, both included', () => {
  assert.equal(checkStake(wad('10'), config), undefined);
  assert.equal(checkStake(wad('5000'), config), undefined);
  for (const amount of ['9.9999', '5000.0001', '0']) {
    assert.deepEqual(checkStake(wad(amount), config)?.facts, { min: '10', max: '5000' });
  }
});

test('up and down mirror each other, equality is a tie for both', () => {
  fc.assert(
    fc.property(price, price, (entry, exit) => {
      const [up, down] = [resultOf('up', entry, exit), resultOf('down', entry, exit)];
      if (entry === exit) assert.deepEqual([up, down], ['tie', 'tie']);
      else assert.deepEqual([up, down], exit > entry ? ['win', 'lose'] : ['lose', 'win']);
    }),
  );
  assert.equal(resultOf('up', wad('1'), wad('1.000000000000000001')), 'win');
});

test('what is paid is the stake back, the stake with profit, or nothing; never more than was reserved', () => {
  fc.assert(
    fc.property(stake, (amount) => {
      const order = { stake: amount, profit: profitOf(amount, config.payoutRate) };
      assert.equal(paidFor('win', order), amount + order.profit);
      assert.equal(paidFor('lose', order), 0n);
      assert.equal(paidFor('tie', order), amount);
      assert.equal(paidFor('void', order), amount);
      assert.ok(order.profit * 10n ** 18n <= amount * config.payoutRate);
    }),
  );
});

test('the entry is a tick after the acceptance and at least 250 ms after receipt', () => {
  const order = { receivedAt: 1_000_000, acceptedSequence: 70 };
  assert.equal(isEntryTick(order, { sequence: 71, publishedAt: 1_000_249 }), false);
  assert.equal(isEntryTick(order, { sequence: 71, publishedAt: 1_000_250 }), true);
  assert.equal(isEntryTick(order, { sequence: 70, publishedAt: 1_000_250 }), false);
  assert.deepEqual(entryWindow(1_000_000), { from: 1_000_250, to: 1_005_000 });
  assert.equal(canEnter(order, { sequence: 71, publishedAt: 1_000_249 }), false);
  assert.equal(canEnter(order, { sequence: 71, publishedAt: 1_005_000 }), true);
  assert.equal(canEnter(order, { sequence: 71, publishedAt: 1_005_001 }), false);
});

test('the exit is at most 3 s old at expiry, or published at most the agreed wait after it, to the millisecond', () => {
  const expiresAt = 1_030_000;
  const ruleAt = (publishedAt: number, exitWaitMs = 10_000) => exitRuleOf({ publishedAt }, { expiresAt, exitWaitMs });
  assert.equal(ruleAt(expiresAt), 'last-up-to-expiry');
  assert.equal(ruleAt(expiresAt - optionTiming.exitAgeMaxMs), 'last-up-to-expiry');
  assert.equal(ruleAt(expiresAt - optionTiming.exitAgeMaxMs - 1), undefined);
  assert.equal(ruleAt(expiresAt + 1), 'first-after-expiry');
  assert.equal(ruleAt(expiresAt + optionTiming.exitWaitMs), 'first-after-expiry');
  assert.equal(ruleAt(expiresAt + optionTiming.exitWaitMs + 1), undefined);
  assert.equal(ruleAt(expiresAt, 0), 'last-up-to-expiry');
  assert.equal(ruleAt(expiresAt + 1, 0), undefined);
  assert.equal(exitRuleOf({ publishedAt: expiresAt }, { expiresAt: null, exitWaitMs: 10_000 }), undefined);
});
