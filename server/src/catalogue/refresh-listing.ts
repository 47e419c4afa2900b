// Asks a public listing for rank and supplies now and then, when an address is configured; what it can't give stays as it was.
import { coinCodes } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { fetchText } from '../kit/fetch-text.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import { knownFacts } from './known-facts.ts';
import { readListing } from './read-listing.ts';
import { upsertListings } from './store.ts';

export interface ListingRefreshOptions {
  /** Answers like a list of markets: `?ids=bitcoin,…` → `[{id, market_cap_rank, circulating_supply, …}]`. */
  url: string;
  pool: Pool;
  clock: Clock;
  /** What was stored has changed. */
  onStored: () => Promise<void>;
  everyMs?: number;
  retryMs?: number;
  timeoutMs?: number;
}

const source = { who: 'the listing', accept: 'application/json', bytesMax: 1024 * 1024 };

export function refreshListing(options: ListingRefreshOptions): Job {
  const { url, pool, clock, onStored, everyMs = 6 * 3_600_000, retryMs = 600_000, timeoutMs = 15_000 } = options;
  return createJob({
    name: 'coin-listing',
    role: 'web',
    every: everyMs,
    retryMs,
    runsAtStart: true,
    async run(stopping) {
      const signal = AbortSignal.any([stopping, AbortSignal.timeout(timeoutMs)]);
      const listings = readListing(await fetchText(addressOf(url), { ...source, signal }));
      if (listings.length === 0) throw new Error('the listing knows none of our coins');
      await upsertListings(pool, listings, clock.now());
      await onStored();
    },
  });
}

function addressOf(url: string): URL {
  const address = new URL(url);
  address.searchParams.set('ids', coinCodes.map((code) => knownFacts(code).coingecko).join(','));
  return address;
}
