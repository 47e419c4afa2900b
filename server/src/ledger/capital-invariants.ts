// What must hold for the owner's money in a whole database: it moved as two operators approved it, and each approval that was carried out
// moved it.
import type { Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

export const capitalInvariants: readonly Invariant[] = [
  {
    // Moves of before named no act. An index holds these kinds, so that the journal is not read for them.
    name: 'what the owner paid in and took out is what two operators approved, or the funds of a demo',
    sql: sql`select count(*) as checked, count(*) filter (where not capital_is_ordered(m)) as broken from ledger_moves as m
          where kind in ('capital-paid-in', 'capital-paid-out') and sequence > (select sequence from capital_orders_since)`,
  },
  {
    name: 'what two operators approved and was carried out has moved the money of the owner, once',
    sql: sql`select count(*) as checked, count(*) filter (where moves <> 1) as broken from (
            select a.proposal_id, count(m.object_id) as moves from act_proposals as a left join ledger_moves as m
              on m.object_id = a.proposal_id and m.kind in ('capital-paid-in', 'capital-paid-out')
            where a.kind in ('house-money-in', 'house-money-out') and a.state = 'done'
              and a.decided_at > (select at from capital_orders_since)
            group by a.proposal_id) as acts`,
  },
];
