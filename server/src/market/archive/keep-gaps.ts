// The gaps of the last day in memory, read again every few seconds: whichever process writes the ticks, all show the same.
import type { CoinCode } from '@candor/wire';
import type { Clock } from '../../kit/clock.ts';
import { createJob, type Job } from '../../kit/jobs.ts';
import type { Pool } from '../../kit/postgres.ts';
import { gapsSince } from './gap-store.ts';
import type { GapsOfCoin } from './gap-store.ts';

const dayMs = 86_400_000;

export interface GapKeeper {
  jobs: Job[];
  load(): Promise<void>;
  /** Those of the last 24 hours; undefined when there are none. */
  of(coin: CoinCode): GapsOfCoin | undefined;
}

const everyMs = 5_000;

export function createGapKeeper({ pool, clock }: { pool: Pool; clock: Clock }): GapKeeper {
  let known = new Map<CoinCode, GapsOfCoin>();

  async function load(): Promise<void> {
    known = new Map((await gapsSince(pool, clock.now() - dayMs)).map((gaps) => [gaps.coin, gaps]));
  }

  return {
    jobs: [createJob({ name: 'tick-gaps', role: 'web', every: everyMs, isShared: true, run: load })],
    load,
    of: (coin) => known.get(coin),
  };
}
