// How many calls one caller may make: a bucket of tokens per account, or per address for those without a session.
import { householdsOfSite, siteKey } from '../kit/address-key.ts';
import type { Clock } from '../kit/clock.ts';
import { recentEntries } from '../kit/recent-entries.ts';

export interface Limit {
  perSecond: number;
  /** How many may come at once after a pause. */
  burst: number;
}

export interface Limits {
  /** Of an account, whatever sessions it has. */
  account: Limit;
  /** Per address; wide, as many people may share one. Logins and codes have their own, narrow throttles. */
  anonymous: Limit;
  /** Per address: refusals for asking too often that are answered at once; further ones come a second late. */
  refused: Limit;
}

export const defaultLimits: Limits = {
  account: { perSecond: 50, burst: 100 },
  anonymous: { perSecond: 50, burst: 200 },
  refused: { perSecond: 10, burst: 20 },
};

export interface Buckets {
  /** Takes as many tokens, at most a full bucket; 0 if they were there, else the whole seconds until they will be. */
  take(key: string, weight?: number): number;
  /** Takes as many as there are of them. */
  spend(key: string, weight: number): void;
}

/** At most `keysMax` buckets are kept; the one that was not asked for longest goes first. */
export function createBuckets({ perSecond, burst }: Limit, clock: Clock, keysMax = 50_000): Buckets {
  const buckets = recentEntries<{ tokens: number; at: number }>(keysMax);

  function refilled(key: string): { tokens: number; at: number } {
    const now = clock.now();
    const bucket = buckets.get(key);
    if (bucket === undefined) {
      const fresh = { tokens: burst, at: now };
      buckets.set(key, fresh);
      return fresh;
    }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    return bucket;
  }

  return {
    take(key, weight = 1) {
      const bucket = refilled(key);
      const wanted = Math.min(weight, burst);
      if (bucket.tokens < wanted) return Math.ceil((wanted - bucket.tokens) / perSecond);
      bucket.tokens -= wanted;
      return 0;
    },
    spend(key, weight) {
      const bucket = refilled(key);
      bucket.tokens = Math.max(0, bucket.tokens - weight);
    },
  };
}

/** Keys are addresses: one of IPv6 takes from the bucket of its site too, or whoever has a site would have 65,536 full ones. */
export function createAddressBuckets(limit: Limit, clock: Clock): Buckets {
  const { perSecond, burst } = limit;
  const ofAddress = createBuckets(limit, clock);
  const ofSite = createBuckets({ perSecond: householdsOfSite * perSecond, burst: householdsOfSite * burst }, clock);
  return {
    take(address, weight = 1) {
      // Of an address that is refused nothing is taken from its neighbours.
      const seconds = ofAddress.take(address, weight);
      const site = siteKey(address);
      return seconds > 0 || site === undefined ? seconds : ofSite.take(site, Math.min(weight, burst));
    },
    spend(address, weight) {
      ofAddress.spend(address, weight);
      const site = siteKey(address);
      if (site !== undefined) ofSite.spend(site, weight);
    },
  };
}
