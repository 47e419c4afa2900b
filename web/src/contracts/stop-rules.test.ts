import { coinOfCode, parseAmount, wad } from '@candor/wire';
import type { ContractSide } from '@candor/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gainAt, isBehindLiquidation, shareOfMargin, stopPriceOf, stopShares } from './stop-rules.ts';
import type { Stake, StopKind } from './stop-rules.ts';

const priceDecimals = coinOfCode('BTC')!.priceDecimals;
const stake: Stake = { side: 'long', entryPrice: wad('90000'), amount: wad('0.02'), margin: wad('36') };
const short: Stake = { ...stake, side: 'short' };

test('a quarter of the margin won is 450 higher for a long and lower for a short', () => {
  expect(stopPriceOf(stake, { kind: 'takeProfit', share: '0.25', priceDecimals })).toBe('90450');
  expect(stopPriceOf(short, { kind: 'takeProfit', share: '0.25', priceDecimals })).toBe('89550');
  expect(stopPriceOf(stake, { kind: 'stopLoss', share: '0.5', priceDecimals })).toBe('89100');
});

test('money at a price, and never more lost than the margin', () => {
  expect(gainAt(stake, wad('90450'))).toBe(wad('9'));
  expect(gainAt(short, wad('90450'))).toBe(wad('-9'));
  expect(gainAt(stake, wad('50000'))).toBe(wad('-36'));
  expect(shareOfMargin(wad('-9'), wad('36'))).toBe('-0.25');
  expect(shareOfMargin(wad('9'), wad('0'))).toBeUndefined();
});

test('a quick choice lies on its side of the entry and brings about its share, whatever the coin', () => {
  const cases = fc.record({
    side: fc.constantFrom<ContractSide>('long', 'short'),
    kind: fc.constantFrom<StopKind>('takeProfit', 'stopLoss'),
    price: fc.bigInt({ min: 1_000n, max: 10n ** 9n }),
    sheets: fc.bigInt({ min: 1n, max: 10_000n }),
    place: fc.nat(3),
  });
  fc.assert(
    fc.property(cases, ({ side, kind, price, sheets, place }) => {
      const entryPrice = wad(`${price}`);
      const amount = (sheets * 10n ** 15n) as Stake['amount'];
      const margin = (((entryPrice * amount) / 50n / 10n ** 32n) * 10n ** 14n) as Stake['amount'];
      if (margin === 0n) return;
      const share = stopShares[kind][place]!;
      const found = parseAmount(
        stopPriceOf({ side, entryPrice, amount, margin }, { kind, share, priceDecimals }) ?? '',
      );
      expect(found).toBeDefined();
      expect(found! > entryPrice).toBe((side === 'long') === (kind === 'takeProfit'));
      const gain = gainAt({ side, entryPrice, amount, margin }, found!);
      expect(gain > 0n).toBe(kind === 'takeProfit');
      expect(gain >= -margin).toBe(true);
    }),
  );
});

test('a stop behind the liquidation price never comes', () => {
  expect(isBehindLiquidation('long', wad('88650'), wad('88650'))).toBe(true);
  expect(isBehindLiquidation('long', wad('88651'), wad('88650'))).toBe(false);
  expect(isBehindLiquidation('short', wad('91400'), wad('91350'))).toBe(true);
});
