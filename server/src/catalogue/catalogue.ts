// The catalogue of coins: what it offers.
import { coinOfCode, getCoinIntroduction } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bind } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { product, type WebPart } from '../kit/product.ts';
import { refuse } from '../kit/refuse.ts';
import type { Market } from '../market/market.ts';
import { introduceCoin } from './introduce-coin.ts';
import { refreshListing } from './refresh-listing.ts';
import type { ListingRefreshOptions } from './refresh-listing.ts';
import { readListings } from './store.ts';
import type { StoredListing } from './store.ts';

export const catalogue = product({
  name: 'catalogue',
  calls: [{ title: 'Catalogue', text: 'Facts about the coins.', anyone: [getCoinIntroduction] }],
  web: catalogueWeb,
});

export interface CatalogueParts {
  pool: Pool;
  clock: Clock;
  market: Pick<Market, 'lastTick'>;
  /** Undefined: nobody is asked. */
  listingUrl: string | undefined;
  pace?: Pick<ListingRefreshOptions, 'everyMs' | 'retryMs'>;
}

export function catalogueWeb({ pool, clock, market, listingUrl, pace = {} }: CatalogueParts): WebPart {
  let listings: ReadonlyMap<CoinCode, StoredListing> = new Map();
  const load = async (): Promise<void> => {
    listings = new Map((await readListings(pool)).map((listing) => [listing.coin, listing]));
  };
  return {
    jobs: listingUrl === undefined ? [] : [refreshListing({ url: listingUrl, pool, clock, onStored: load, ...pace })],
    calls: [
      bind(getCoinIntroduction, ({ coin: code }) => {
        const coin = coinOfCode(code.toUpperCase()) ?? refuse('unknown-coin');
        const priceOf = (one: CoinCode) => market.lastTick(one)?.price;
        return introduceCoin(coin, { listings, priceOf, now: clock.now() });
      }),
    ],
    start: load,
  };
}
