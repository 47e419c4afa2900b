import type { DepositWay } from '@candor/wire';
import { expect, test } from 'vitest';
import { coinsIn, shortTxid, wayOf } from './deposit-ways.ts';

const way = (coin_code: string, network: string, state: DepositWay['state']): DepositWay => ({
  coin_code,
  network,
  state,
  network_title: network,
  token_standard: null,
  reason: '',
  node: '',
  is_test: false,
  address_id: null,
  address: null,
  tag: null,
  min: '1',
  confirmations: 1,
  needs_final: true,
  typical_seconds: 10,
});
const ways = [way('USDT', 'tron', 'off'), way('USDT', 'ethereum', 'on'), way('BTC', 'bitcoin', 'off'), way('ETH', 'ethereum', 'on')]; // oxfmt-ignore

test('coins are offered once each, in the order of the server', () => {
  expect(coinsIn(ways)).toEqual(['USDT', 'BTC', 'ETH']);
});

test('a network that is off is proposed only where the coin has no other, and shown when it is chosen', () => {
  expect(wayOf(ways, { coin: undefined, network: undefined })?.network).toBe('ethereum');
  expect(wayOf(ways, { coin: 'BTC', network: undefined })?.network).toBe('bitcoin');
  expect(wayOf(ways, { coin: 'USDT', network: 'tron' })?.state).toBe('off');
  expect(wayOf(ways, { coin: 'ETH', network: 'tron' })?.network).toBe('ethereum');
  expect(wayOf([], { coin: undefined, network: undefined })).toBe(undefined);
  expect(wayOf(ways, { coin: 'DOGE', network: undefined })).toBe(undefined);
});

test('of a transaction its beginning and its end are shown', () => {
  expect(shortTxid(`0x${'ab'.repeat(32)}`)).toBe('0xabababab…ababab');
  expect(shortTxid('short')).toBe('short');
});
