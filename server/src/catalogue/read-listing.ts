// A public listing's reply: an array of coins with rank and supplies. What is missing or makes no sense is left out, coin by coin.
import { coinCodes, parseMarketNumber } from '@candor/wire';
import type { CoinCode, Wad } from '@candor/wire';
import { isObject, parseLossless, wholeOf } from '../market/sources/lossless-json.ts';
import type { LosslessObject, LosslessValue } from '../market/sources/lossless-json.ts';
import { knownFacts } from './known-facts.ts';

export interface CoinListing {
  coin: CoinCode;
  rank: number | null;
  circulating: Wad | null;
  total: Wad | null;
  max: Wad | null;
}

const codes = new Map<string, CoinCode>(coinCodes.map((code) => [knownFacts(code).coingecko, code]));

/** Throws when the text is no listing at all. */
export function readListing(text: string): CoinListing[] {
  const rows = parseLossless(text);
  if (!Array.isArray(rows)) throw new Error('the listing is no list of coins');
  const listings = new Map<CoinCode, CoinListing>();
  for (const row of rows) {
    const coin = isObject(row) && typeof row['id'] === 'string' ? codes.get(row['id']) : undefined;
    if (coin !== undefined && !listings.has(coin)) listings.set(coin, readRow(coin, row as LosslessObject));
  }
  return [...listings.values()];
}

function readRow(coin: CoinCode, row: LosslessObject): CoinListing {
  const rank = wholeOf(row['market_cap_rank']);
  const circulating = supplyOf(row['circulating_supply']);
  const max = supplyOf(row['max_supply']);
  const total = supplyOf(row['total_supply']);
  // More in circulation than there can be says that the row is wrong.
  const isSound = circulating === null || max === null || circulating <= max;
  return {
    coin,
    rank: rank !== undefined && rank > 0 && rank < 1_000_000 ? rank : null,
    circulating: isSound ? circulating : null,
    total,
    max: isSound ? max : null,
  };
}

function supplyOf(value: LosslessValue | undefined): Wad | null {
  const supply = typeof value === 'string' ? parseMarketNumber(value) : undefined;
  return supply !== undefined && supply > 0n ? supply : null;
}
