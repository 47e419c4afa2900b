// Asks a public listing for rank and supplies now and then, when an address is configured; what it can't give stays as it was.
import { coinCodes } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { log } from '../kit/log.ts';
import type { Pool } from '../kit/postgres.ts';
import { knownFacts } from './known-facts.ts';
import { readListing } from './read-listing.ts';
import { upsertListings } from './store.ts';

export interface ListingRefresh {
  start(): void;
  stop(): Promise<void>;
}

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

const bodyBytesMax = 1024 * 1024;

export function refreshListing(options: ListingRefreshOptions): ListingRefresh {
  const { url, pool, clock, onStored, everyMs = 6 * 3_600_000, retryMs = 600_000, timeoutMs = 15_000 } = options;
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  async function refresh(): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(timeoutMs)]);
    const listings = readListing(await fetchText(addressOf(url), signal));
    if (listings.length === 0) throw new Error('the listing knows none of our coins');
    await upsertListings(pool, listings, clock.now());
    await onStored();
  }

  function run(): void {
    running = refresh().then(
      () => plan(everyMs),
      (error: unknown) => {
        if (stopping.signal.aborted) return;
        log.warn('the listing of coins was not refreshed', { error: error instanceof Error ? error.message : '' });
        plan(retryMs);
      },
    );
  }

  function plan(ms: number): void {
    if (!stopping.signal.aborted) timer = setTimeout(run, ms).unref();
  }

  return {
    start: run,
    async stop() {
      stopping.abort(new Error('the server is going down'));
      clearTimeout(timer);
      await running;
    },
  };
}

function addressOf(url: string): URL {
  const address = new URL(url);
  address.searchParams.set('ids', coinCodes.map((code) => knownFacts(code).coingecko).join(','));
  return address;
}

async function fetchText(url: URL, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal, headers: { accept: 'application/json' }, redirect: 'error' });
  if (!response.ok || !response.body) throw new Error(`the listing answers ${response.status}`);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    if (length > bodyBytesMax) throw new Error('the listing answers with too much');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
