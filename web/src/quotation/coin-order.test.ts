import { coins } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import { expect, test } from 'vitest';
import { orderCoins } from './coin-order.ts';
import type { ListName } from './coin-order.ts';

const figures: Partial<Record<CoinCode, [change: string, volume: string]>> = {
  BTC: ['-0.0098', '927447819.9'],
  ETH: ['-0.0025', '746528518.2'],
  XRP: ['0.0145', '9999999999'],
  ADA: ['0.0079', '3'],
  DAI: ['0', '1'],
};
const codes = (list: ListName, typed = '', favourites: readonly CoinCode[] = []): string[] =>
  orderCoins({
    list,
    typed,
    favourites,
    figuresOf: (code) => ({ change: figures[code]?.[0] ?? null, volume: figures[code]?.[1] ?? null }),
  }).map(({ code }) => code);

test('gainers and losers hold only what moved that way, the most first', () => {
  expect(codes('gainers')).toEqual(['XRP', 'ADA']);
  expect(codes('losers')).toEqual(['BTC', 'ETH']);
});

test('volume compares numbers and not texts, unknown ones come last', () => {
  expect(codes('byVolume').slice(0, 5)).toEqual(['XRP', 'BTC', 'ETH', 'ADA', 'DAI']);
  expect(codes('byVolume')).toHaveLength(coins.length);
});

test('search finds code, name and market, whatever the case', () => {
  expect(codes('all', ' ethereum ')).toEqual(['ETH']);
  expect(codes('all', 'Shib')).toEqual(['SHIB']);
  for (const typed of ['btc/USDT', 'ＢＴＣ', 'BTC-USDT', 'btc usdt', 'BTCUSDT'])
    expect(codes('all', typed)).toEqual(['BTC']);
  expect(codes('all', 'nothing')).toEqual([]);
});

test('favourites keep the order of the list', () => {
  expect(codes('favourites', '', ['XRP', 'BTC'])).toEqual(['BTC', 'XRP']);
});

test('a search looks through all coins, whatever list is open', () => {
  for (const list of ['favourites', 'gainers', 'losers', 'byVolume'] as const) {
    expect(codes(list, 'eth', ['XRP'])).toEqual(codes('all', 'eth'));
  }
});
