// What products took from customers and gave them: counted from the journal each day, for everybody.
import { getHouseResults, getHouseToday, getSwapResult } from '@candor/wire';
import { bind } from '../kit/feature.ts';
import { createJob } from '../kit/jobs.ts';
import { product } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import type { Market } from '../market/market.ts';
import { describeResults } from './describe-results.ts';
import { countResults, readResults } from './store.ts';
import { swapResult } from './swap-result.ts';
import { houseToday, type TodayParts } from './today.ts';

/** A day is counted within this after it was over. */
const everyMs = 3_600_000;

export const houseResults = product({
  name: 'house-results',
  calls: [
    {
      title: 'House results',
      text: 'What the house gained from customers and what it paid them, product by product.',
      anyone: [getHouseResults],
    },
  ],
  consoleCalls: [
    {
      title: 'Results',
      text: 'What the house gained since midnight, product by product, and by swaps with the coins that they left it.',
      operator: [getHouseToday, getSwapResult],
    },
  ],
  invariants: [
    {
      name: 'what is published of the house’s results is what the journal says',
      sql: sql`select count(*) as checked, count(*) filter (where (said.taken, said.given, said.returned) is distinct from
              (found.taken, found.given, found.returned)) as broken
            from house_results as said full join (
              select * from house_results_between((select min(day) from house_result_days), (select max(day) from house_result_days))
            ) as found using (day, kind, coin)`,
    },
  ],
  web: (parts: TodayParts & { market: Pick<Market, 'lastTick'> }) => ({
    jobs: [
      createJob({
        name: 'house-results',
        role: 'web',
        every: everyMs,
        isShared: true,
        runsAtStart: true,
        run: (signal) => countResults(parts.pool, parts.resultKinds(), signal),
      }),
    ],
    calls: [
      bind(getHouseResults, async () => describeResults(parts.resultKinds(), await readResults(parts.pool))),
      houseToday(parts),
      swapResult(parts),
    ],
  }),
});
