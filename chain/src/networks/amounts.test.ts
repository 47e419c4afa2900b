import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatAmount, wad, type Wad } from '@candor/wire';
import { unitsToWad, wadToUnits, type BaseUnits } from './amounts.ts';
import { coinOn, networkNames, networks, networksOf } from './networks.ts';
import { runs } from '../../../server/test/support/seed.ts';

const units = (value: bigint): BaseUnits => value as BaseUnits;

test('one of each coin is what its chain says', () => {
  const ofOne: Record<string, bigint> = { BTC: 100_000_000n, ETH: 10n ** 18n, USDT: 1_000_000n, TRX: 1_000_000n, XRP: 1_000_000n }; // oxfmt-ignore
  for (const name of networkNames) {
    for (const { asset, decimals } of networks[name].coins) {
      assert.equal(wadToUnits(wad('1'), decimals).units, ofOne[asset], `${asset} on ${name}`);
      assert.equal(formatAmount(unitsToWad(units(ofOne[asset]!), decimals)!), '1', `${asset} on ${name}`);
    }
  }
  assert.equal(formatAmount(unitsToWad(units(1n), 8)!), '0.00000001');
});

test('USDT is proposed on TRON, then on Ethereum, and a coin is found on its networks alone', () => {
  assert.deepEqual(networksOf('USDT').map(({ name }) => name), ['tron', 'ethereum']); // oxfmt-ignore
  assert.deepEqual(networksOf('SOL'), []);
  assert.equal(coinOn(networks.bitcoin, 'USDT'), undefined);
  assert.equal(coinOn(networks.ethereum, 'USDT')?.isToken, true);
});

test('every least deposit is a whole number of units, and a large one is more than it', () => {
  for (const name of networkNames) {
    const { coins, requires } = networks[name];
    for (const { asset, decimals, depositMin } of coins) {
      const { units, remainder } = wadToUnits(wad(depositMin), decimals);
      assert.ok(units > 0n && remainder === 0n, `${asset} on ${name}`);
      if (requires.large) assert.ok(wad(requires.large.from) > wad(depositMin), name);
    }
    if (requires.large) assert.ok(requires.large.confirmations > requires.confirmations, name);
  }
});

test('what arrives is booked exactly, and what is sent and what is left are together the amount', () => {
  const decimals = fc.integer({ min: 0, max: 18 });
  fc.assert(
    fc.property(decimals, fc.bigInt({ min: 0n, max: 10n ** 20n - 1n }), (decimals, value) => {
      const booked = unitsToWad(units(value), decimals);
      if (booked === undefined) assert.ok(value * 10n ** BigInt(18 - decimals) >= 10n ** 38n);
      else assert.deepEqual(wadToUnits(booked, decimals), { units: value, remainder: 0n });
    }),
    { numRuns: runs(2_000) },
  );
  fc.assert(
    fc.property(decimals, fc.bigInt({ min: 0n, max: 10n ** 38n - 1n }), (decimals, amount) => {
      const { units: sent, remainder } = wadToUnits(amount as Wad, decimals);
      assert.equal(unitsToWad(sent, decimals)! + remainder, amount);
      // Less than the chain's smallest unit stays behind.
      assert.ok(remainder < unitsToWad(units(1n), decimals)!);
    }),
    { numRuns: runs(2_000) },
  );
});

test('amounts that no book can hold are not rounded to one that it can', () => {
  assert.equal(unitsToWad(units(10n ** 26n), 6), undefined);
  assert.equal(unitsToWad(units(2n ** 256n - 1n), 6), undefined);
  for (const wrong of [() => unitsToWad(units(-1n), 6), () => wadToUnits(-1n as Wad, 6)]) assert.throws(wrong, RangeError); // oxfmt-ignore
  for (const decimals of [-1, 19, 1.5]) assert.throws(() => unitsToWad(units(1n), decimals), RangeError);
});
