import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFound } from './search-text.ts';

test('a coin is found however its market is written', () => {
  for (const typed of ['ＢＴＣ', 'BTC-USDT', 'btc usdt', 'BTCUSDT', 'btc/usdt', ' Bitcoin ', 'b.t.c', 'ｂｉｔ', ''])
    assert.ok(isFound(typed, ['BTC/USDT', 'Bitcoin']), typed);
  for (const typed of ['ETH', 'BTC-EUR', 'btcbitcoin']) assert.ok(!isFound(typed, ['BTC/USDT', 'Bitcoin']), typed);
});
