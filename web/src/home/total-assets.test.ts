import { wad } from '@candor/wire';
import { expect, test } from 'vitest';
import { totalOf } from './total-assets.ts';

const balance = (coin_code: string, qty: string, reserved = '0', margin = '0', staked = '0') => ({
  coin_code, qty, reserved, margin, staked,
}); // prettier-ignore

test('all buckets count, at the present price', () => {
  const balances = [balance('USDT', '746.8', '10', '216.81', '144.54'), balance('BTC', '0.001')];
  expect(totalOf(balances, () => '93333.6')).toBe(wad('1211.4836'));
});

test('what lies below the last decimal is cut, part by part', () => {
  expect(totalOf([balance('SHIB', '3', '1'), balance('DOGE', '0.0001')], () => '0.00009')).toBe(wad('0.0002'));
});

test('no total while a price is missing, unless nothing is held of the coin', () => {
  expect(totalOf([balance('ETH', '1')], () => undefined)).toBeUndefined();
  expect(totalOf([balance('ETH', '0'), balance('USDT', '5')], () => undefined)).toBe(wad('5'));
});
