import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promised } from './promised.ts';

test('by coin and book there is one row of what stands against promises, and none of other accounts', () => {
  const account = (bucket: string, coin: string, book: 'real' | 'bonus', balance: string) => ({ bucket, coin, book, balance }); // oxfmt-ignore
  const rows = promised([
    account('bankroll', 'USDT', 'real', '10'),
    account('options-reserve', 'USDT', 'real', '2.5'),
    account('bankroll', 'USDT', 'bonus', '7'),
    account('contracts-reserve', 'BTC', 'real', '1'),
    account('fees', 'ETH', 'real', '3'),
  ]);
  assert.deepEqual(rows, [
    { coin: 'USDT', book: 'real', bankroll: '10', options: '2.5', contracts: '0' },
    { coin: 'USDT', book: 'bonus', bankroll: '7', options: '0', contracts: '0' },
    { coin: 'BTC', book: 'real', bankroll: '0', options: '0', contracts: '1' },
  ]);
});
