// The queue of proposals: what concerns this operator's roles, and of it what others have proposed and this one may decide on.
import { acts, listActs, mayDecide, maySee, operatorRoles } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { countWaiting } from './store.ts';

export const waitingActs = (pool: Pool): BoundQueue => ({
  name: 'acts',
  list: listActs,
  // By kind: each is counted for its own approvers.
  decidedBy: operatorRoles,
  count: (operator) =>
    countWaiting(pool, {
      sees: acts.filter((act) => maySee(act, operator)).map(({ kind }) => kind),
      decides: acts.filter((act) => mayDecide(act, operator)).map(({ kind }) => kind),
      operatorId: operator.operatorId,
    }),
});
