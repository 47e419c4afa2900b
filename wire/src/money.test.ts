import fc from 'fast-check';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fitsDecimals, formatAmount, median, multiplyDown, multiplyUp, parseAmount, parseMarketNumber, wad, type Wad } from './money.ts'; // oxfmt-ignore

const anyWad = fc.bigInt({ min: 0n, max: 10n ** 37n }).map((value) => value as Wad);
const decimals = fc.integer({ min: 0, max: 18 });

test('plain decimals are read exactly, everything else is not read at all', () => {
  assert.equal(parseAmount('0'), 0n);
  assert.equal(parseAmount('12.5'), 12_500_000_000_000_000_000n);
  assert.equal(parseAmount('0.000000000000000001'), 1n);
  for (const text of ['', ' 1', '1 ', '+1', '-1', '1e3', '1E-3', '.5', '5.', '01', '00', '0x10', '1,5', '١', 'NaN', 'Infinity', '1.0000000000000000001', '9'.repeat(21), '1_000']) {
    assert.equal(parseAmount(text), undefined, JSON.stringify(text));
  } // oxfmt-ignore
});

test('every amount survives being written and read', () => {
  fc.assert(fc.property(anyWad, (amount) => parseAmount(formatAmount(amount)) === amount));
  assert.equal(formatAmount(wad('-3.10')), '-3.1');
  assert.throws(() => wad('1e5'));
});

test('exchange numbers keep every digit, exponents included', () => {
  assert.equal(parseMarketNumber('9.2E-7'), wad('0.00000092'));
  assert.equal(parseMarketNumber('4.0E7'), wad('40000000'));
  assert.equal(parseMarketNumber('1e-18'), 1n);
  assert.equal(parseMarketNumber('93333.60'), wad('93333.6'));
  for (const text of ['-1', '1e-19', '1e30', 'abc', '', '1e', '--1', '1e999'])
    assert.equal(parseMarketNumber(text), undefined);
  fc.assert(
    fc.property(anyWad, fc.integer({ min: 0, max: 30 }), (amount, shift) => {
      const written = `${amount}e-${18 + shift}`;
      const read = parseMarketNumber(written);
      return amount % 10n ** BigInt(shift) === 0n ? read === amount / 10n ** BigInt(shift) : read === undefined;
    }),
  );
});

test('a product rounds once, down or up to the decimals asked for, and the two differ by at most one unit', () => {
  const factor = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((value) => value as Wad);
  fc.assert(
    fc.property(factor, factor, decimals, (left, right, places) => {
      const down = multiplyDown(left, right, places);
      const up = multiplyUp(left, right, places);
      const exact = left * right;
      const unit = 10n ** BigInt(18 - places);
      assert.ok(down * 10n ** 18n <= exact && exact <= up * 10n ** 18n);
      assert.ok(up - down === 0n || up - down === unit);
      assert.ok(fitsDecimals(down, places) && fitsDecimals(up, places));
    }),
  );
  assert.equal(multiplyDown(wad('10'), wad('0.85'), 4), wad('8.5'));
  assert.equal(multiplyDown(wad('10.0001'), wad('0.85'), 4), wad('8.5'));
  assert.equal(multiplyUp(wad('10.0001'), wad('0.85'), 4), wad('8.5001'));
});

test('an amount fits the decimals that it is written with, and no fewer', () => {
  fc.assert(
    fc.property(anyWad, (amount) => {
      const [, fraction = ''] = formatAmount(amount).split('.');
      assert.ok(fitsDecimals(amount, fraction.length) && fitsDecimals(amount, 18));
      assert.ok(fraction === '' || !fitsDecimals(amount, fraction.length - 1));
    }),
  );
});

test('the median lies between its neighbours and does not care for order', () => {
  assert.equal(median([]), undefined);
  assert.equal(median([wad('3'), wad('1'), wad('2')]), wad('2'));
  assert.equal(median([wad('4'), wad('1'), wad('2'), wad('3')]), wad('2.5'));
  fc.assert(
    fc.property(fc.array(anyWad, { minLength: 1, maxLength: 9 }), (values) => {
      const middle = median(values)!;
      assert.ok(values.filter((value) => value <= middle).length * 2 >= values.length);
      assert.ok(values.filter((value) => value > middle).length * 2 <= values.length);
      assert.equal(median(values.toReversed()), middle);
    }),
  );
});
