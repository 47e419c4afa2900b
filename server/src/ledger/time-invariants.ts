// Rules on the times of movements: they must agree with the order of the journal and with the times in orders. Otherwise someone could
// write a backdated order whose outcome is already known.
import { comparedMoves, type Invariant, type MoveTimes } from '../kit/product.ts';
import { joined, raw, sql } from '../kit/sql.ts';

/**
 * Tolerance. A batch takes its timestamp, then waits for locks for up to a minute (limit of the server's role), then draws its sequence
 * numbers. In addition, the clocks of processes differ, and a customer's command is retried for 15 s.
 */
const slackMs = 120_000;
const slack = sql`${slackMs}::int * interval '1 ms'`;
/** Number of earlier movements to compare with. A movement with a time far ahead makes at most this many later movements look wrong. */
const movesBefore = 20;

export const journalTimes = comparedMoves(
  'no movement says an earlier time than those that the journal numbered before it, or one that is still to come',
  (moves) => sql`with part as materialized (select sequence, at from ${moves}),
      around as (select sequence, at, true as is_own from part union all
        select sequence, at, false from ledger_moves
        where sequence between (select min(sequence) from part) - ${movesBefore}::int and (select min(sequence) from part) - 1)
    select count(*) filter (where is_own) as checked,
      count(*) filter (where is_own and (at < before - ${slack} or at > clock_timestamp() + ${slack})) as broken
    from (select at, is_own, max(at) over (order by sequence rows between ${raw(String(movesBefore))} preceding and 1 preceding) as before
          from around) as each`,
);

export const timedRule = ({ name }: { name: string }): string =>
  `movements of ${name} have the times that their orders say`;

/** One rule for each product whose orders say when their movements were made. */
export const timeInvariants = (products: readonly { name: string; times: MoveTimes }[]): Invariant[] =>
  products
    .filter(({ times }) => Object.keys(times).length > 0)
    .map(({ name, times }) => ({ name: timedRule({ name }), sql: compared(times) }));

function compared(times: MoveTimes) {
  const said = Object.entries(times).map(
    ([kind, rows]) => sql`select ${kind}::text as kind, account_id, object_id, said_at from (${rows!}) as said`,
  );
  const named = sql`kind || ' of ' || object_id`;
  return sql`select count(*) as checked, count(*) filter (where is_broken) as broken,
      array_remove(array[min(${named}) filter (where is_broken)], null) as examples
    from (select m.kind, m.object_id, not bool_or(m.at between said_at - ${slack} and said_at + ${slack}) as is_broken
          from ledger_moves as m join (${joined(said, ' union all ')}) as said using (account_id, object_id, kind)
          where m.kind = any(${Object.keys(times)}::text[]) group by m.account_id, m.sequence, m.kind, m.object_id) as moves`;
}
