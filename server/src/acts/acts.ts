// Acts that bind: proposed by one operator, approved by another, carried out once. What can be proposed stands with each product.
import {
  approveAct,
  claimAct,
  commentAct,
  exportActs,
  getAct,
  listActKinds,
  listActs,
  previewAct,
  proposeAct,
  refuseAct,
  withdrawAct,
  type Uuid,
} from '@candor/wire';
import type { BoundAct } from '../kit/act.ts';
import type { Clock } from '../kit/clock.ts';
import type { Pool } from '../kit/postgres.ts';
import type { Operators } from '../operators/create-operators.ts';
import { product } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { actCalls } from './act-calls.ts';
import { actJobs, createCarryOut } from './carry-out.ts';
import { signedActsRule } from './signed-acts-rule.ts';
import { waitingActs } from './waiting-acts.ts';

export const acts = product({
  name: 'acts',
  consoleCalls: [
    {
      title: 'Acts',
      text: 'What binds: one operator proposes, another approves, and it is carried out once.',
      operator: [
        listActKinds,
        previewAct,
        proposeAct,
        listActs,
        exportActs,
        getAct,
        commentAct,
        claimAct,
        approveAct,
        refuseAct,
        withdrawAct,
      ],
    },
  ],
  invariants: [
    {
      name: 'nobody decided on what he proposed himself',
      sql: sql`select count(*) as checked, count(*) filter (where checker = maker) as broken from act_proposals`,
    },
    {
      name: 'what was approved is carried out within minutes',
      sql: sql`select count(*) as checked,
              count(*) filter (where state = 'approved' and decided_at < now() - interval '10 minutes') as broken
            from act_proposals`,
    },
    signedActsRule(),
  ],
  web: (parts: {
    pool: Pool;
    clock: Clock;
    newId: () => Uuid;
    acts: () => readonly BoundAct[];
    operators: Pick<Operators, 'signatures'>;
  }) => {
    const actOf = (kind: string): BoundAct | undefined => parts.acts().find(({ act }) => act.kind === kind);
    const carryOut = createCarryOut({ pool: parts.pool, actOf, ...parts.operators });
    return {
      calls: actCalls({ ...parts, ...parts.operators, actOf, carryOut }),
      jobs: actJobs({ pool: parts.pool }, carryOut),
      queues: [waitingActs(parts.pool)],
    };
  },
});
