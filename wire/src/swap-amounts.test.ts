import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assetDecimals, coinCodes, coinOfCode, type AssetCode } from './coins.ts';
import { one, wad, type Wad } from './money.ts';
import { hasSwapMoved, isSwapRateReached, swapGiven, swapRate, swapReceived, swapReceivedAtMost } from './swap-amounts.ts'; // oxfmt-ignore

const assets: readonly AssetCode[] = ['USDT', ...coinCodes];
const unit = (asset: AssetCode): bigint => 10n ** BigInt(18 - assetDecimals(asset));

/** Of every coin, with the digits that its price has. */
const market = fc
  .tuple(...coinCodes.map((code) => fc.bigInt({ min: 1n, max: 10n ** BigInt(4 + coinOfCode(code)!.priceDecimals) })))
  .map((prices) => {
    const priced = coinCodes.map((code, place): [AssetCode, Wad] => [
      code,
      (prices[place]! * 10n ** BigInt(18 - coinOfCode(code)!.priceDecimals)) as Wad,
    ]);
    return new Map<AssetCode, Wad>([['USDT', one], ...priced]);
  });
const amountOf = (asset: AssetCode) => fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => (units * unit(asset)) as Wad); // oxfmt-ignore

test('no sequence of swaps at fixed prices makes a portfolio worth more, through any coins and with any amounts', () => {
  const step = fc.record({ to: fc.constantFrom(...assets), percent: fc.integer({ min: 1, max: 100 }) });
  const run = fc.record({
    prices: market,
    first: fc.constantFrom(...assets).chain((asset) => fc.tuple(fc.constant(asset), amountOf(asset))),
    steps: fc.array(step, { minLength: 1, maxLength: 40 }),
  });
  fc.assert(
    fc.property(run, ({ prices, first: [asset, amount], steps }) => {
      const held = new Map<AssetCode, bigint>([[asset, amount]]);
      const worth = (): bigint => [...held].reduce((sum, [each, has]) => sum + has * prices.get(each)!, 0n);
      let from = asset;
      let before = worth();
      for (const { to, percent } of steps) {
        if (to === from) continue;
        const given = (((held.get(from)! * BigInt(percent)) / 100n / unit(from)) * unit(from)) as Wad;
        const received = swapReceived(given, { from: prices.get(from)!, to: prices.get(to)! }, to);
        assert.equal(received % unit(to), 0n);
        // Less than the last digit of the coin is lost, and nothing is won.
        const lost = given * prices.get(from)! - received * prices.get(to)!;
        assert.ok(lost >= 0n && lost < unit(to) * prices.get(to)!);
        held.set(from, held.get(from)! - given);
        held.set(to, (held.get(to) ?? 0n) + received);
        assert.ok(worth() <= before);
        before = worth();
        if ((held.get(to) ?? 0n) > 0n) from = to;
      }
    }),
    { numRuns: 2_000 },
  );
});

test('what has to be given for an amount is enough for it, and not by more than a digit', () => {
  const pair = fc.constantFrom(...assets).chain((to) => fc.tuple(fc.constantFrom(...assets.filter((each) => each !== to)), fc.constant(to), amountOf(to))); // oxfmt-ignore
  fc.assert(
    fc.property(market, pair, (prices, [from, to, wanted]) => {
      const rates = { from: prices.get(from)!, to: prices.get(to)! };
      const given = swapGiven(wanted, rates, from);
      assert.ok(swapReceived(given, rates, to) >= wanted);
      assert.ok((given - unit(from)) * rates.from < wanted * rates.to);
      assert.ok(swapReceivedAtMost(given, rates, 5, to) >= swapReceived(given, rates, to));
    }),
    { numRuns: 2_000 },
  );
});

test('a rate has moved beyond five hundredths of a percent, and not at them', () => {
  const at = (from: string, to = '1'): { from: Wad; to: Wad } => ({ from: wad(from), to: wad(to) });
  for (const [now, isFar] of [
    ['10005', false],
    ['10005.01', true],
    ['9995', false],
    ['9994.99', true],
  ] as const) {
    // oxfmt-ignore
    assert.equal(hasSwapMoved(at('10000'), at(now), 5), isFar, now);
  }
  assert.equal(hasSwapMoved(at('10000', '100'), at('20000', '200'), 0), false);
  assert.equal(swapRate(at('1', '3')), 333_333_333_333_333_333n);
  assert.equal(isSwapRateReached(at('3'), wad('3')), true);
  assert.equal(isSwapRateReached(at('2.99'), wad('3')), false);
});
