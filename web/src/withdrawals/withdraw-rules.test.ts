import type { SavedAddress, WithdrawalWay } from '@candor/wire';
import { expect, test } from 'vitest';
import { coinsIn, wayOf } from '../deposits/deposit-ways.ts';
import { costOf, faultsOf, noWithdraw, placeOf } from './withdraw-rules.ts';

const way = (coin_code: string, network: string, state: WithdrawalWay['state']): WithdrawalWay => ({
  coin_code,
  network,
  state,
  network_title: network,
  token_standard: null,
  has_tag: false,
  reason: '',
  is_test: false,
  min: '10',
  fee_share: '0.03',
  available: '100',
});
const ways = [way('USDT', 'tron', 'off'), way('USDT', 'ethereum', 'on'), way('BTC', 'bitcoin', 'off')];
const saved = { usable_at: '2027-01-02T00:00:00.000Z' } as SavedAddress;
const later = Date.parse('2027-01-03T00:00:00.000Z');

test('the way that is on is proposed, and one that is off is shown when it is chosen', () => {
  expect(coinsIn(ways)).toEqual(['USDT', 'BTC']);
  expect(wayOf(ways, { coin: 'USDT', network: undefined })?.network).toBe('ethereum');
  expect(wayOf(ways, { coin: 'USDT', network: 'tron' })?.state).toBe('off');
  expect(wayOf(ways, { coin: 'BTC', network: undefined })?.network).toBe('bitcoin');
});

test('the fee is rounded up in the digits of the coin, and what arrives is the rest', () => {
  expect(costOf('100.0001', 'USDT', '0.03')).toEqual({ fee: '3.0001', net: '97' });
  expect(costOf('100.0001', 'USDT', '0')).toEqual({ fee: '0', net: '100.0001' });
  expect(costOf('0.1', 'ETH', '0.03')).toEqual({ fee: '0.003', net: '0.097' });
  expect(costOf('', 'ETH', '0.03')).toBeUndefined();
  expect(costOf('0', 'ETH', '0.03')).toBeUndefined();
});

test('each field that is missing or wrong is said, and nothing once all are right', () => {
  const usdt = ways[1]!;
  expect(Object.keys(faultsOf(noWithdraw, usdt, undefined, later))).toEqual(['address', 'amount', 'agrees']); // oxfmt-ignore
  const filled = { address: 'wad_1', amount: '50', agrees: true };
  expect(faultsOf(filled, usdt, saved, later)).toEqual({});
  expect(faultsOf(filled, usdt, saved, 0).address).toEqual({ name: 'withdrawals.addressHeld' });
  expect(faultsOf({ ...filled, amount: '9' }, usdt, saved, later).amount).toMatchObject({ code: 'withdrawal-too-small' }); // oxfmt-ignore
  expect(faultsOf({ ...filled, amount: '101' }, usdt, saved, later).amount).toMatchObject({ code: 'insufficient-balance' }); // oxfmt-ignore
});

test('steps go forward to where it has arrived', () => {
  expect((['review', 'approved', 'built', 'signed', 'broadcast', 'sent'] as const).map(placeOf)).toEqual([0, 1, 1, 1, 3, 4]); // oxfmt-ignore
  expect(placeOf('rejected')).toBeUndefined();
});
