import { formatAmount, queryVipLevel, toInstant } from '@candor/wire';
import { bindSelf } from '../kit/feature.ts';
import type { Pool } from '../kit/postgres.ts';
import type { WebPart } from '../kit/product.ts';
import { readLevels, readStanding } from './store.ts';

export const vipWeb = ({ pool }: { pool: Pool }): WebPart => ({
  calls: [
    bindSelf(queryVipLevel, async (_payload, { session }) => {
      const [levels, [standing]] = await Promise.all([readLevels(pool), readStanding(pool, session.accountId)]);
      const { level, cost, countedAt } = standing!;
      return {
        level,
        cost: formatAmount(cost),
        counted_at: countedAt === null ? null : toInstant(countedAt),
        levels: levels.map((each) => ({ level: each.level, cost: formatAmount(each.cost) })),
      };
    }),
  ],
});
