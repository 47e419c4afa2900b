import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  creditorReference,
  groupedCode,
  isAccountNumber,
  isCreditorReference,
  isIban,
  plainCode,
} from './bank-references.ts';
import { currencyCodes, currencyDecimals } from './currencies.ts';
import { wad, type Wad } from './money.ts';
import { moneyFor, purchasedCoins, purchaseFee } from './purchase-amounts.ts';

const feeRate = wad('0.01');

test('the fee is its share of what is paid, rounded up to the last digit of the currency', () => {
  assert.equal(purchaseFee(wad('100'), 'EUR', feeRate), wad('1'));
  assert.equal(purchaseFee(wad('100.01'), 'EUR', feeRate), wad('1.01'));
  assert.equal(purchaseFee(wad('10001'), 'JPY', feeRate), wad('101'));
  assert.equal(purchaseFee(wad('100.01'), 'EUR', wad('0')), wad('0'));
});

test('money buys what is left of it after the fee, by rate and price, rounded down', () => {
  const rates = { perUsd: wad('0.8'), price: wad('50000'), feeRate };
  assert.equal(purchasedCoins(wad('1000'), { currency: 'CHF', coin: 'BTC' }, rates), wad('0.02475'));
  const usdt = purchasedCoins(wad('1000'), { currency: 'CHF', coin: 'USDT' }, { ...rates, price: wad('1') });
  assert.equal(usdt, wad('1237.5'));
});

test('the money asked for an amount buys it, and one digit less does not', () => {
  const money = fc.bigInt({ min: 1_000n, max: 10n ** 9n });
  fc.assert(
    fc.property(fc.constantFrom(...currencyCodes), money, money, money, fc.bigInt({ min: 0n, max: 10n ** 17n }), (currency, rate, price, coins, fee) => {
      const pair = { currency, coin: 'XRP' as const };
      const rates = { perUsd: (rate * 10n ** 15n) as Wad, price: (price * 10n ** 14n) as Wad, feeRate: fee as Wad };
      const wanted = (coins * 10n ** 14n) as Wad;
      const asked = moneyFor(wanted, pair, rates);
      const unit = 10n ** BigInt(18 - currencyDecimals[currency]);
      assert.equal(asked % unit, 0n);
      assert.ok(purchasedCoins(asked, pair, rates) >= wanted);
      assert.ok(purchasedCoins((asked - 2n * unit) as Wad, pair, rates) < wanted || asked <= 2n * unit);
    }),
  );
}); // oxfmt-ignore

test('check digits of banks', () => {
  for (const iban of ['DE89370400440532013000', 'CH9300762011623852957', 'SE4550000000058398257466', 'AE070331234567890123456'])
    assert.ok(isIban(iban), iban);
  assert.ok(!isIban('DE89370400440532013001'));
  assert.ok(isAccountNumber('000123456789') && !isAccountNumber('DE12345') && !isAccountNumber('=1+1'));
  assert.equal(creditorReference('539007547034'), 'RF18539007547034');
  assert.ok(isCreditorReference('RF18539007547034') && !isCreditorReference('RF19539007547034'));
  assert.equal(groupedCode('RF18539007547034'), 'RF18 5390 0754 7034');
  assert.equal(plainCode('rf18 5390-0754.7034'), 'RF18539007547034');
}); // oxfmt-ignore
