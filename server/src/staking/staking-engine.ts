// Staking where time decides: what is done when a row of it is due.
import type { Pool } from '../kit/postgres.ts';
import type { EnginePart } from '../kit/product.ts';
import { bindDue } from '../ledger/due-work.ts';
import { completePledge, postPledgeIncome, renewPledge } from './post-income.ts';
import { pledgeLimits, pledgeTerms } from './terms.ts';

export function stakingEngine({ pool }: { pool: Pool }): EnginePart {
  const terms = pledgeTerms.open(pool);
  const limits = pledgeLimits.open(pool);
  return {
    jobs: [terms.reload('engine'), limits.reload('engine')],
    start: async () => void (await Promise.all([terms.load(), limits.load()])),
    dueWork: [
      bindDue('pledge-income', postPledgeIncome, (due) => ({ due })),
      bindDue('pledge-end', completePledge, (due) => ({ due })),
      bindDue('pledge-renewal', renewPledge, (due) => ({
        due,
        config: terms.inForce().find(({ productId }) => productId === due.detail),
        limits: limits.now(),
      })),
    ],
  };
}
