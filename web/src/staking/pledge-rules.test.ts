import { formatAmount, wad } from '@candor/wire';
import type { PledgeOrder, PledgeProduct } from '@candor/wire';
import { expect, test } from 'vitest';
import { belongsTo } from './pledge-list.ts';
import { faultsOf, forecast, isSoldOut, lostNow } from './pledge-rules.ts';

const product: PledgeProduct = {
  pledge_product_id: '1', config_version: 1, days: 7, daily_rate: '0.0002', min: '10', max: '50000', quota: '100', quota_left: '100',
}; // oxfmt-ignore
const pledge = { pledge_order_id: 'plg_1', outcome: null, income: '1.4', posted: '0.4' } as PledgeOrder;

test('1,000 USDT bring in money what the terms say', () => {
  const { perDay, total } = forecast(wad('1000'), product);
  expect([formatAmount(perDay), formatAmount(total)]).toEqual(['0.2', '1.4']);
});

test('an amount is judged by its form, the limits and what is available', () => {
  const faultAt = (amount: string, available?: string) => faultsOf({ amount, isRenewed: false }, product, available);
  expect(faultAt('x').amount).toMatchObject({ code: 'amount-malformed' });
  expect(faultAt('9.9999').amount).toEqual({ code: 'stake-out-of-range', facts: { min: '10', max: '50000' } });
  expect(faultAt('50000.0001').amount).toMatchObject({ code: 'stake-out-of-range' });
  expect(faultAt('11', '10.5').amount).toMatchObject({ code: 'insufficient-balance' });
  expect([faultAt('10', '10'), faultAt('10')]).toEqual([{}, {}]);
});

test('terms are sold out where the least amount has no quota or no income left', () => {
  expect(isSoldOut(product, '0.014')).toBe(false);
  expect(isSoldOut(product, '0.0139')).toBe(true);
  expect(isSoldOut({ ...product, quota_left: '9' }, '100')).toBe(true);
});

test('a pledge stands in the list of its state, and in none once it was closed early', () => {
  const closed: PledgeOrder = { ...pledge, outcome: 'closed' };
  const completed: PledgeOrder = { ...pledge, outcome: 'completed' };
  expect([pledge, closed, completed].map((each) => belongsTo(each, { pledge_type: 1 }))).toEqual([true, false, false]);
  expect([pledge, closed, completed].map((each) => belongsTo(each, { pledge_type: 0 }))).toEqual([false, false, true]);
  expect(belongsTo(closed, { pledge_order_id: 'plg_1' })).toBe(true);
  expect(belongsTo(closed, { pledge_order_id: 'plg_2' })).toBe(false);
});

test('closing gives up what is not paid yet', () => expect(lostNow(pledge)).toBe('1'));
