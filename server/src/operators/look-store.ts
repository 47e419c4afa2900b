// The SQL that reads how much operators looked at; kit/bound-looks.ts counts it.
import type { LookedMessage } from '@candor/wire';
import { columns, instant, integer, text } from '../kit/columns.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';

const looked = columns({
  operator: text(),
  kind: text<LookedMessage['kind']>(),
  day: integer,
  week: integer,
  peak: integer,
  peakAt: instant,
  hourBound: integer.orNull,
  dayBound: integer.orNull,
});
/** Reads who looked at how much within seven days, most looks first. */
export const readLooks = (database: Database) =>
  select(
    database,
    looked,
    `with lately as (select * from operator_looks where kind <> 'reached' and at > clock_timestamp() - interval '7 days'),
       sums as (
         select operator_id, kind, count(distinct subject)::int as week,
           count(distinct subject) filter (where at > clock_timestamp() - interval '24 hours')::int as day
         from lately group by operator_id, kind),
       peaks as (
         select distinct on (operator_id, kind) operator_id, kind, peak, peak_at from (
           select operator_id, kind, date_trunc('hour', at) as peak_at, count(distinct subject)::int as peak
           from lately group by operator_id, kind, date_trunc('hour', at)) as hours
         order by operator_id, kind, peak desc, peak_at desc)
     select ${looked.list} from (
       select name as operator, kind, day, week, peak, peak_at,
         (to_jsonb(operator_look_limits_now()) ->> (kind || '_per_hour'))::int as hour_bound,
         (to_jsonb(operator_look_limits_now()) ->> (kind || '_per_day'))::int as day_bound
       from sums join peaks using (operator_id, kind) join operators using (operator_id)) as each
     order by week desc, operator, kind`,
  );

export async function forgetLooks(pool: Pool): Promise<void> {
  await pool.query('select operator_looks_forget()');
}
