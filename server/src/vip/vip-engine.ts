import type { Clock } from '../kit/clock.ts';
import { createJob } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import type { Sql } from '../kit/sql.ts';
import { countLevels } from './store.ts';

export interface VipEngineParts {
  pool: Pool;
  clock: Clock;
  /** Of all products. */
  tradingCosts: readonly Sql[];
}

/** How soon after its beginning a day is counted at the latest. */
const everyMs = 60_000;

export const vipEngine = ({ pool, clock, tradingCosts }: VipEngineParts): EnginePart => ({
  jobs: [
    createJob({
      name: 'vip-levels',
      role: 'engine',
      every: everyMs,
      runsAtStart: true,
      run: (signal) => countLevels(pool, tradingCosts, clock.now(), signal),
    }),
  ],
});
