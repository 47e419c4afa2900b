import { coinOfCode, feeOf, marginOf, wad } from '@candor/wire';
import type { ContractsConfigMessage } from '@candor/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetOf, costOf, judgeDraft, leverOf, maxSheets, newDraft, priceOf } from './ticket-rules.ts';
import type { Draft, Judged, OpenOrders } from './ticket-rules.ts';

const coin = coinOfCode('BTC')!;
const terms: ContractsConfigMessage = {
  config_version: 1,
  lever_max: 50,
  fee_rate: '0.01',
  maintenance_rate: '0.005',
  slippage_max: '0.005',
  margin_share_max: '0.9',
  sheets_min: 1,
  sheets_max: 10_000,
  stress_rate: '0.1',
  margin_min: '1',
  resting_max: 100,
  orders_max: 200,
  resting_share_max: '0.05',
  limit_expiry_ms: 30 * 86_400_000,
  pairs: [{ trade_btc_tpye: 'btcusdt', sheet_size: '0.001', price_decimals: 2, limit_distance_max: '0.5' }],
};
const funds = { qty: '1000', reserved: '0', margin: '0' };

const judge = (draft: Partial<Draft>, marketPrice: string | undefined = '90000', open?: OpenOrders): Judged =>
  judgeDraft({ draft: { ...newDraft, ...draft }, coin, terms, marketPrice, funds, open });
const codesOf = (judged: Judged): string[] =>
  Object.entries(judged.faults).flatMap(([field, fault]) =>
    fault && 'code' in fault ? [`${field} ${fault.code}`] : [],
  );

test('twenty sheets of Bitcoin at 90,000 cost 36 of margin, 0.36 of fee, and no more can be lost', () => {
  expect(costOf({ side: 'long', sheets: 20, price: wad('90000'), coin, terms })).toEqual({
    amount: wad('0.02'),
    notional: wad('1800'),
    margin: wad('36'),
    fee: wad('0.36'),
    total: wad('36.36'),
    // 90,000 × (1 − 1/50 + 0.005)
    liquidationPrice: wad('88650'),
  });
  expect(costOf({ side: 'short', sheets: 20, price: wad('90000'), coin, terms }).liquidationPrice).toBe(wad('91350'));
});

test('the lever is the fixed one unless the terms allow less', () => {
  expect(leverOf(terms)).toBe(50);
  expect(leverOf({ lever_max: 100 })).toBe(50);
  expect(leverOf({ lever_max: 2 })).toBe(2);
});

test('the budget keeps a share of everything free', () => {
  expect(budgetOf(funds, terms)).toBe(wad('900'));
  // Of 1,000 in all 900 may be at stake; 500 are.
  expect(budgetOf({ qty: '500', reserved: '100', margin: '400' }, terms)).toBe(wad('400'));
  expect(budgetOf({ qty: '50', reserved: '0', margin: '950' }, terms)).toBe(wad('0'));
});

test('the most sheets are paid for, and one more is not', () => {
  const number = fc.bigInt({ min: 1n, max: 10n ** 9n });
  fc.assert(
    fc.property(number, number, (priceUnits, budgetUnits) => {
      const price = wad(`${priceUnits}.01`);
      const budget = wad(`${budgetUnits}`);
      const sheets = maxSheets({ price, coin, terms, budget });
      const costs = (count: number): bigint => {
        const margin = marginOf({ sheets: count, sheetSize: wad(coin.sheetSize), price, lever: 50 });
        return margin + feeOf(margin, wad(terms.fee_rate));
      };
      expect(sheets === 0 || costs(sheets) <= budget).toBe(true);
      expect(sheets === terms.sheets_max || costs(sheets + 1) > budget).toBe(true);
    }),
  );
});

test('a ticket without a number of sheets has one fault, and a good one has none', () => {
  expect(codesOf(judge({}))).toEqual(['sheets sheets-out-of-range']);
  expect(codesOf(judge({ sheets: '20' }))).toEqual([]);
  expect(codesOf(judge({ sheets: '10001' }))).toContain('sheets sheets-out-of-range');
});

test('money that is not there, or that must stay free, is told apart', () => {
  expect(codesOf(judge({ sheets: '540' }))).toEqual(['sheets margin-share-exceeded']);
  expect(codesOf(judge({ sheets: '600' }))).toEqual(['sheets insufficient-balance']);
});

test('a limit on the wrong side of the market is said before it is sent', () => {
  const limit = { orderType: 'limit', sheets: '1' } as const;
  expect(codesOf(judge({ ...limit, price: '89000' }))).toEqual([]);
  expect(codesOf(judge({ ...limit, price: '90000' }))).toEqual(['price limit-price-crossed']);
  expect(codesOf(judge({ ...limit, side: 'short', price: '89000' }))).toEqual(['price limit-price-crossed']);
  expect(codesOf(judge({ ...limit, price: '' }))).toEqual(['price amount-malformed']);
  expect(codesOf(judge({ ...limit, price: '89000.001' }))).toEqual(['price too-many-decimals']);
});

test('a limit as far as its coin allows is taken, and a step farther is said with the range', () => {
  const limit = { orderType: 'limit', sheets: '2' } as const;
  expect(codesOf(judge({ ...limit, price: '45000' }))).toEqual([]);
  expect(judge({ ...limit, price: '44999.99' }).faults).toEqual({
    price: { code: 'limit-price-too-far', facts: { min: '45000', max: '135000' } },
  });
  expect(codesOf(judge({ ...limit, side: 'short', price: '135000.01' }))).toEqual(['price limit-price-too-far']);
});

test('a margin below the smallest is said, as is an order too many', () => {
  // 0.001 × 45,000 / 50 = 0.9.
  expect(codesOf(judge({ orderType: 'limit', sheets: '1', price: '45000' }))).toEqual(['sheets margin-too-small']);
  const [limit, market] = [{ orderType: 'limit', sheets: '2', price: '80000' } as const, { sheets: '2' }];
  expect(codesOf(judge(market, '90000', { live: 200, resting: 0 }))).toEqual(['sheets open-orders-limit']);
  expect(codesOf(judge(limit, '90000', { live: 199, resting: 100 }))).toEqual(['sheets open-orders-limit']);
  expect(codesOf(judge(market, '90000', { live: 199, resting: 100 }))).toEqual([]);
  expect(codesOf(judge(limit, '90000', { live: 199, resting: 99 }))).toEqual([]);
});

test('stops stand on their own sides of the price that the order counts from', () => {
  const stops = (takeProfit: string, stopLoss: string) => ({
    sheets: '1',
    hasStops: true,
    takeProfit,
    stopLoss,
  });
  expect(codesOf(judge(stops('91000', '89500')))).toEqual([]);
  expect(codesOf(judge(stops('89999', '')))).toEqual(['takeProfit trigger-wrong-side']);
  expect(codesOf(judge(stops('', '90000')))).toEqual(['stopLoss trigger-wrong-side']);
  expect(codesOf(judge({ ...stops('91000', ''), side: 'short' }))).toEqual(['takeProfit trigger-wrong-side']);
  // Switched off they are forgotten.
  expect(codesOf(judge({ ...stops('1', ''), hasStops: false }))).toEqual([]);
});

test('the market’s price is cut to the decimals that an order may name', () => {
  expect(priceOf('90000.129', coin)).toBe(wad('90000.12'));
  expect(priceOf('0.001', coin)).toBeUndefined();
  expect(priceOf(undefined, coin)).toBeUndefined();
  expect(judge({ sheets: '1' }, '').price).toBeUndefined();
});
