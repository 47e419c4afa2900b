// The queue of proposals: what others have proposed and this operator may decide on.
import { acts as kinds } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import type { BoundQueue } from '../kit/product.ts';
import { mayDecide } from './rules.ts';
import { countWaiting } from './store.ts';

export const waitingActs = (pool: Pool): BoundQueue => ({
  name: 'acts',
  count: (operator) =>
    countWaiting(pool, {
      kinds: kinds.filter((act) => mayDecide(act, operator)).map(({ kind }) => kind),
      operatorId: operator.operatorId,
    }),
});
