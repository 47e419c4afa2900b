// Whether every option was decided by the ticks that the rules name: asked of the archive's tables, not of the engine.
import { optionTiming } from '@candor/wire';
import type { Pool } from '../../server/src/kit/postgres.ts';

export interface TickCheck {
  /** Orders that ended. */
  checked: number;
  wrong: number;
  /** Open though they expired by the time given. */
  overdue: number;
}

/** Needs the raw ticks of the whole run, which the archive keeps for a quarter of an hour. */
export async function countWrongTicks(pool: Pool, endedBy: number): Promise<TickCheck> {
  const { entryDelayMs, entryWindowMs, exitAgeMaxMs } = optionTiming;
  const { rows } = await pool.query<TickCheck>(
    `with placed as (
       select o.*, (extract(epoch from expires_at) * 1000)::bigint as expires_ms,
              (extract(epoch from received_at) * 1000)::bigint as received_ms,
              (extract(epoch from entry_at) * 1000)::bigint as entry_ms
       from option_orders o
     ), opened as (
       select p.*, first.sequence as first_sequence, first.price as first_price, first.published_ms as first_ms,
              coalesce(first.published_ms <= p.received_ms + $2, false) as is_entered,
              first.published_ms + p.duration_ms as due_ms
       from placed p
       left join lateral (select sequence, price, published_ms from market_ticks t
         where t.coin = p.coin and t.published_ms >= p.received_ms + $1 and t.sequence > p.accepted_sequence
         order by published_ms, sequence limit 1) as first on true
     ), judged as (
       select o.*, coalesce(last.published_ms >= o.due_ms - $3, false) as is_fresh,
              coalesce(next.published_ms <= o.due_ms + o.exit_wait_ms, false) as is_bridged, next.published_ms as next_ms,
              last.sequence as last_sequence, last.price as last_price, next.sequence as next_sequence, next.price as next_price
       from opened o
       left join lateral (select sequence, price, published_ms from market_ticks t
         where t.coin = o.coin and t.published_ms <= o.due_ms order by published_ms desc, sequence desc limit 1) as last on true
       left join lateral (select sequence, price, published_ms from market_ticks t
         where t.coin = o.coin and t.published_ms > o.due_ms order by published_ms, sequence limit 1) as next on true
     )
     select count(*) filter (where result is not null) as checked,
       count(*) filter (where result is not null and case
         when void_reason = 'no-entry-tick' then is_entered
         when (entry_sequence, entry_price, entry_ms, expires_ms)
           is distinct from (first_sequence, first_price, first_ms, due_ms) then true
         when not is_entered then true
         when void_reason = 'no-exit-tick' then is_fresh or is_bridged
         when is_fresh then (exit_sequence, exit_price) is distinct from (last_sequence, last_price)
         else not is_bridged or (exit_sequence, exit_price) is distinct from (next_sequence, next_price)
       end) as wrong,
       count(*) filter (where result is null and case
         when not is_entered then received_ms + $2
         when is_fresh then due_ms
         when is_bridged then next_ms
         else due_ms + exit_wait_ms
       end <= $4) as overdue
     from judged`,
    [entryDelayMs, entryWindowMs, exitAgeMaxMs, endedBy],
  );
  return rows[0]!;
}
