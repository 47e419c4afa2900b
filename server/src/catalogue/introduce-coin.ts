// A coin's introduction out of what is known, what a listing said last, and the present prices. Pure.
import { coins, formatAmount, multiplyDown, toInstant, wad } from '@candor/wire';
import type { Coin, CoinCode, CoinIntroduction, Wad } from '@candor/wire';
import { knownFacts } from './known-facts.ts';
import type { StoredListing } from './store.ts';

export interface IntroductionInput {
  listings: ReadonlyMap<CoinCode, StoredListing>;
  priceOf: (code: CoinCode) => Wad | undefined;
  now: number;
}

export function introduceCoin(coin: Coin, input: IntroductionInput): CoinIntroduction {
  const facts = knownFacts(coin.code);
  const value = marketValue(coin.code, input);
  return {
    coin: coin.code,
    symbol: coin.symbol,
    name: coin.name,
    img: `/coins/${coin.code.toLowerCase()}.svg`,
    price_decimals: coin.priceDecimals,
    amount_decimals: coin.amountDecimals,
    sheet_size: coin.sheetSize,
    identifiers: { htx: coin.symbol, coingecko: facts.coingecko, coinmarketcap: facts.coinmarketcap },
    launch_date: facts.launchDate,
    website: facts.website,
    explorer: facts.explorer,
    supplies: suppliesOf(coin.code, input),
    market_value: value === undefined ? null : formatAmount(value),
    rank: rankOf(coin.code, input),
  };
}

/** All from one place: figures of different days are not mixed, but for a limit, which does not age. */
function suppliesOf(code: CoinCode, { listings }: IntroductionInput): CoinIntroduction['supplies'] {
  const facts = knownFacts(code);
  const listing = listings.get(code);
  const text = (amount: Wad | null): string | null => (amount === null ? null : formatAmount(amount));
  if (listing === undefined || (listing.circulating === null && listing.total === null)) {
    const { circulating, total, max, asOf } = facts;
    return { circulating, total, max, has_max: max !== null, as_of: asOf };
  }
  const max = text(listing.max) ?? facts.max;
  return {
    circulating: text(listing.circulating),
    total: text(listing.total),
    max,
    has_max: max !== null,
    as_of: dayOf(listing.asOf),
  };
}

function marketValue(code: CoinCode, input: IntroductionInput): Wad | undefined {
  const { circulating } = suppliesOf(code, input);
  const price = input.priceOf(code);
  return circulating === null || price === undefined ? undefined : multiplyDown(wad(circulating), price, 2);
}

function rankOf(code: CoinCode, input: IntroductionInput): CoinIntroduction['rank'] {
  const listing = input.listings.get(code);
  if (listing?.rank) return { place: listing.rank, among: 'all', as_of: dayOf(listing.asOf) };
  const own = marketValue(code, input);
  if (own === undefined) return null;
  const larger = coins.filter((other) => (marketValue(other.code, input) ?? -1n) > own);
  return { place: larger.length + 1, among: 'offered', as_of: dayOf(input.now) };
}

const dayOf = (ms: number): string => toInstant(ms).slice(0, 10);
