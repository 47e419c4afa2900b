// Overdue loans whose borrowers have USDT available: each is collected within about a second, however the money arrived. The query reads
// overdue loans alone, so that no other posting costs anything, and it looks at what is stored, so that it goes on after any restart.
import type { Uuid } from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { createJob, type Job } from '../kit/jobs.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Lanes } from '../ledger/lanes.ts';
import { collectOverdue } from './repay-loan.ts';
import { findCollectable } from './store.ts';

const everyMs = 1_000;
const rowsAtOnce = 500;
/** A loan that could not be collected is not tried again for this long, so that the others are. */
const putOffMs = 60_000;

export function collectOverdueLoans({ pool, lanes, clock }: { pool: Pool; lanes: Lanes; clock: Clock }): Job {
  const putOff = new Map<Uuid, number>();
  return createJob<{ accountId: Uuid; loanId: Uuid }>({
    name: 'overdue-loans',
    role: 'engine',
    every: everyMs,
    due: {
      take() {
        const now = clock.now();
        for (const [id, until] of putOff) if (until <= now) putOff.delete(id);
        return findCollectable(pool, [...putOff.keys()], rowsAtOnce);
      },
      async carryOut(input) {
        const { accountId } = input;
        const { isDone } = await lanes.submit({
          command: collectOverdue,
          accountId,
          book: 'real',
          input,
          receivedAt: clock.now(),
        });
        return isDone ? 'done' : 'later';
      },
      putOff: async ({ loanId }) => void putOff.set(loanId, clock.now() + putOffMs),
    },
  });
}
