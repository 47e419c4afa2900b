// How many calls one caller may make: a bucket of tokens per session, or per address for those without one.
import type { Clock } from '../kit/clock.ts';

export interface Limit {
  perSecond: number;
  /** How many may come at once after a pause. */
  burst: number;
}

export interface Limits {
  session: Limit;
  /** Per address; wide, as many people may share one. Logins and codes have their own, narrow throttles. */
  anonymous: Limit;
  /** Per address: tokens that belong to no session, each of which costs a look-up. */
  unknownToken: Limit;
}

export const defaultLimits: Limits = {
  session: { perSecond: 50, burst: 100 },
  anonymous: { perSecond: 50, burst: 200 },
  unknownToken: { perSecond: 5, burst: 50 },
};

export interface Buckets {
  /** Takes a token; 0 if there was one, else the whole seconds until there will be. */
  take(key: string): number;
  /** The same without taking. */
  wait(key: string): number;
}

/** At most `keysMax` buckets are kept; the oldest goes first. */
export function createBuckets({ perSecond, burst }: Limit, clock: Clock, keysMax = 50_000): Buckets {
  const buckets = new Map<string, { tokens: number; at: number }>();

  function refilled(key: string): { tokens: number; at: number } {
    const now = clock.now();
    const bucket = buckets.get(key);
    if (bucket === undefined) {
      if (buckets.size >= keysMax) buckets.delete(buckets.keys().next().value!);
      const fresh = { tokens: burst, at: now };
      buckets.set(key, fresh);
      return fresh;
    }
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) / 1000) * perSecond);
    bucket.at = now;
    return bucket;
  }

  const waitOf = (tokens: number): number => (tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perSecond));

  return {
    take(key) {
      const bucket = refilled(key);
      const wait = waitOf(bucket.tokens);
      if (wait === 0) bucket.tokens--;
      return wait;
    },
    wait: (key) => (buckets.has(key) ? waitOf(refilled(key).tokens) : 0),
  };
}

/** One household of IPv6 has 2^64 addresses: its first four groups name it. */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip);
  if (mapped) return mapped[1]!;
  const [head = '', tail] = ip.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  const tailGroups = tail === undefined || tail === '' ? [] : tail.split(':');
  if (tail !== undefined) {
    while (groups.length + tailGroups.length < 8) groups.push('0');
  }
  return `${[...groups, ...tailGroups]
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
