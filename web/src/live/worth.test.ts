import { formatAmount, multiplyDown, wad } from '@candor/wire';
import type { Wad } from '@candor/wire';
import { expect, test } from 'vitest';
import { amountOf, openGainOf, ordered, shownHoldings, worthOf, worthOfAll } from './worth.ts';
import type { Holding } from './worth.ts';

const holding = (coin_code: string, changed: Partial<Holding> = {}): Holding => ({
  coin_code,
  qty: '0',
  margin: '0',
  staked: '0',
  reserved: '0',
  ...changed,
});
const prices = new Map([['BTC', '93333.6'], ['ETH', undefined], ['SHIB', '9.2E-7']]); // oxfmt-ignore

test('all buckets are worth their price, cut to the precision of USDT', () => {
  const worth = worthOfAll(
    [holding('USDT', { qty: '10.5', reserved: '2' }), holding('BTC', { qty: '0.00412', margin: '0.001' })],
    prices,
  );
  expect(formatAmount(worth.byBucket.qty)).toBe('395.0344');
  expect(formatAmount(worth.byBucket.margin)).toBe('93.3336');
  expect(formatAmount(worth.byBucket.reserved)).toBe('2');
  expect(formatAmount(worth.total)).toBe('490.368');
  expect(worth.unpriced).toEqual([]);
});

test('a coin without a price is named and never counted as nothing without saying so', () => {
  expect(worthOfAll([holding('ETH', { qty: '1' })], prices).unpriced).toEqual(['ETH']);
  expect(worthOfAll([holding('ETH')], prices).unpriced).toEqual([]);
  expect(worthOf('ETH', wad('1'), prices)).toBeUndefined();
});

test('what lies below the last decimal is cut, part by part', () => {
  const small = new Map([['SHIB', '0.00009'], ['DOGE', '0.00009']]); // oxfmt-ignore
  const held = [holding('SHIB', { qty: '3', reserved: '1' }), holding('DOGE', { qty: '0.0001' })];
  expect(worthOfAll(held, small).total).toBe(wad('0.0002'));
});

test('prices with exponents count', () => expect(formatAmount(worthOf('SHIB', wad('1000000'), prices)!)).toBe('0.92'));

test('the dearest comes first', () => {
  const held = [holding('SHIB', { qty: '1000000' }), holding('USDT', { qty: '5' }), holding('BTC', { qty: '1' })];
  expect(ordered(held, prices).map(({ coin_code }) => coin_code)).toEqual(['BTC', 'USDT', 'SHIB']);
});

test('empty coins show only when they are wanted, each once', () => {
  const held = [holding('USDT'), holding('BTC', { reserved: '1' })];
  expect(shownHoldings(held, ['USDT', 'BTC', 'ETH'], false).map(({ coin_code }) => coin_code)).toEqual(['BTC']);
  expect(shownHoldings(held, ['USDT', 'BTC', 'ETH'], true).map(({ coin_code }) => coin_code)).toEqual([
    'USDT',
    'BTC',
    'ETH',
  ]);
  expect(amountOf(held[1]!)).toBe(wad('1'));
});

test('open orders gain by the price of their coin, and those without a price are named', () => {
  const orders = [
    { coin: 'BTC', size: '2' },
    { coin: 'ETH', size: '1' },
  ];
  const rules = {
    coinOf: ({ coin }: { coin: string; size: string }) => coin,
    gainAt: ({ size }: { size: string }, price: Wad) => multiplyDown(wad(size), price, 4),
  };
  expect(openGainOf(orders, rules, prices)).toEqual({ amount: wad('186667.2'), unpriced: ['ETH'] });
});
