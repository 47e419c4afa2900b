import { expect, test } from 'vitest';
import { findAssets } from './asset-items.tsx';

const found = (typed: string): string[] => findAssets(typed).map(({ value }) => value);

test('a coin is found by its code, its name and its market, however they are written', () => {
  for (const typed of ['ＢＴＣ', 'bitcoin', 'BTC-USDT', 'btc usdt', 'BTCUSDT', 'btc/usdt'])
    expect(found(typed), typed).toContain('BTC');
  expect(found('btcusdt')).toEqual(['BTC']);
});

test('the coin that all are traded against is found by itself', () => {
  expect(found('usdt')).toEqual(['USDT']);
  expect(found('tether')).toEqual(['USDT']);
  expect(found('usdtusdt')).toEqual([]);
});
