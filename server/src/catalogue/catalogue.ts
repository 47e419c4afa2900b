// The catalogue of coins: what it offers.
import { coinOfCode, getCoinIntroduction } from '@candor/wire';
import type { CoinCode } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bind } from '../kit/feature.ts';
import type { Feature } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import { refuse } from '../kit/refuse.ts';
import type { Market } from '../market/market.ts';
import { introduceCoin } from './introduce-coin.ts';
import { refreshListing } from './refresh-listing.ts';
import type { ListingRefreshOptions } from './refresh-listing.ts';
import { readListings } from './store.ts';
import type { StoredListing } from './store.ts';

export interface CatalogueParts {
  pool: Pool;
  clock: Clock;
  market: Pick<Market, 'lastTick'>;
  /** Undefined: nobody is asked. */
  listingUrl: string | undefined;
  pace?: Pick<ListingRefreshOptions, 'everyMs' | 'retryMs'>;
}

export function catalogueFeature({ pool, clock, market, listingUrl, pace = {} }: CatalogueParts): Feature {
  let listings: ReadonlyMap<CoinCode, StoredListing> = new Map();
  const load = async (): Promise<void> => {
    listings = new Map((await readListings(pool)).map((listing) => [listing.coin, listing]));
  };
  const refresh =
    listingUrl === undefined ? undefined : refreshListing({ url: listingUrl, pool, clock, onStored: load, ...pace });
  return {
    name: 'catalogue',
    calls: [
      bind(getCoinIntroduction, ({ coin: code }) => {
        const coin = coinOfCode(code.toUpperCase()) ?? refuse('unknown-coin');
        const priceOf = (one: CoinCode) => market.lastTick(one)?.price;
        return introduceCoin(coin, { listings, priceOf, now: clock.now() });
      }),
    ],
    async start() {
      await load();
      refresh?.start();
    },
    async stop() {
      await refresh?.stop();
    },
  };
}
