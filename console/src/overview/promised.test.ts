import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promised } from './promised.ts';

test('by coin and book there is one row of what stands against promises, and none of other accounts', () => {
  const account = (bucket: string, coin: string, book: 'real' | 'bonus', balance: string) => ({ bucket, coin, book, balance }); // oxfmt-ignore
  const rows = promised([
    account('bankroll', 'USDT', 'real', '10'),
    account('options-reserve', 'USDT', 'real', '2.5'),
    account('swaps-reserve', 'USDT', 'real', '4'),
    account('bankroll', 'USDT', 'bonus', '7'),
    account('contracts-reserve', 'BTC', 'real', '1'),
    account('staking-reserve', 'BTC', 'real', '8'),
    account('fees', 'ETH', 'real', '3'),
  ]);
  const none = { 'options-reserve': '0', 'contracts-reserve': '0', 'swaps-reserve': '0', 'purchases-reserve': '0' };
  assert.deepEqual(rows, [
    { coin: 'USDT', book: 'real', bankroll: '10', aside: { ...none, 'options-reserve': '2.5', 'swaps-reserve': '4' } },
    { coin: 'USDT', book: 'bonus', bankroll: '7', aside: none },
    { coin: 'BTC', book: 'real', bankroll: '0', aside: { ...none, 'contracts-reserve': '1' } },
  ]);
});
