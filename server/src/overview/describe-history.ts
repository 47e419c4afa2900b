// Pure: samples as one line for each bucket.
import { formatAmount, toInstant, zero } from '@candor/wire';
import type { Sample } from './history-store.ts';

/** The bankroll first; what had no money at a time is 0 there. */
export function describeHistory(samples: readonly Sample[]) {
  const names = [...new Set(samples.map(({ bucket }) => bucket))];
  const buckets = names.toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  const times = [...new Set(samples.map(({ at }) => at))].toSorted((one, other) => one - other);
  const balances = new Map(samples.map(({ at, bucket, balance }) => [`${at} ${bucket}`, balance]));
  return {
    buckets,
    points: times.map((at) => ({
      at: toInstant(at),
      balances: buckets.map((bucket) => formatAmount(balances.get(`${at} ${bucket}`) ?? zero)),
    })),
  };
}

const rank = (bucket: string): number => (bucket === 'bankroll' ? 0 : 1);
