import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coinOfCode, coins, getCoinIntroduction, wad } from '@candor/wire';
import type { CoinCode, Wad } from '@candor/wire';
import { introduceCoin } from './introduce-coin.ts';
import type { StoredListing } from './store.ts';

const now = Date.UTC(2026, 10, 20, 12);
const prices: Partial<Record<CoinCode, string>> = { BTC: '90000', ETH: '3000', XRP: '2', DOGE: '0.1' };
const priceOf = (code: CoinCode): Wad | undefined => (prices[code] === undefined ? undefined : wad(prices[code]));
const introduce = (code: CoinCode, listings: StoredListing[] = []) =>
  introduceCoin(coinOfCode(code)!, {
    listings: new Map(listings.map((listing) => [listing.coin, listing])),
    priceOf,
    now,
  });

test('every coin has an introduction that fits the wire, with the day of its figures', () => {
  for (const { code } of coins) {
    const said = getCoinIntroduction.reply.parse(introduce(code));
    const { circulating, total, max, has_max } = said.supplies;
    assert.equal(has_max, max !== null, code);
    for (const supply of [circulating, total]) {
      assert.ok(supply === null || max === null || wad(supply) <= wad(max), `${code}: no more than there can be`);
    }
    assert.ok(said.launch_date <= said.supplies.as_of, `${code}: its figures are not older than it`);
  }
});

test('without a listing the rank is by market value among the coins here, to be recomputed by anyone', () => {
  const bitcoin = introduce('BTC');
  assert.equal(bitcoin.market_value, '1758600000000');
  assert.deepEqual(bitcoin.rank, { place: 1, among: 'offered', as_of: '2026-11-20' });
  assert.deepEqual(
    ['ETH', 'XRP', 'DOGE'].map((code) => introduce(code as CoinCode).rank?.place),
    [2, 3, 4],
  );
  assert.equal(introduce('ADA').rank, null, 'without a price there is no value to compare');
  assert.equal(introduce('SUI').supplies.circulating, null);
});

test('a listing brings newer figures, all of one day; a limit that it leaves out stays', () => {
  const listing: StoredListing = { coin: 'BTC', rank: 7, circulating: wad('19950000'), total: wad('19950000'), max: null, asOf: now }; // oxfmt-ignore
  const { rank, supplies } = introduce('BTC', [listing]);
  assert.deepEqual(rank, { place: 7, among: 'all', as_of: '2026-11-20' });
  assert.deepEqual(supplies, { circulating: '19950000', total: '19950000', max: '21000000', has_max: true, as_of: '2026-11-20' }); // oxfmt-ignore
});

test('a listing that gives a rank alone leaves the known supplies with their own day', () => {
  const listing: StoredListing = { coin: 'ETH', rank: 2, circulating: null, total: null, max: null, asOf: now };
  const { rank, supplies } = introduce('ETH', [listing]);
  assert.equal(rank?.among, 'all');
  assert.equal(supplies.as_of, '2023-11-16');
  assert.equal(supplies.circulating, '120250000');
});
