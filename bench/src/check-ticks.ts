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
     ), judged as (
       select p.result, p.exit_sequence, p.exit_price, p.entry_sequence, p.entry_price, p.entry_ms, p.received_ms, p.expires_ms,
              p.void_reason, p.duration_ms, last.sequence as last_sequence, last.price as last_price, last.published_ms as last_ms,
              first.sequence as first_sequence, first.price as first_price, first.published_ms as first_ms,
              coalesce(first.published_ms <= p.received_ms + $2, false) as is_entered
       from placed p
       left join lateral (select sequence, price, published_ms from market_ticks t
         where t.coin = p.coin and t.published_ms <= p.expires_ms order by published_ms desc limit 1) as last on true
       left join lateral (select sequence, price, published_ms from market_ticks t
         where t.coin = p.coin and t.published_ms >= p.received_ms + $1 and t.sequence > p.accepted_sequence
         order by published_ms limit 1) as first on true
     )
     select count(*) filter (where result is not null) as checked,
       count(*) filter (where result is not null and case
         when void_reason = 'no-entry-tick' then is_entered
         when (entry_sequence, entry_price, entry_ms, expires_ms)
           is distinct from (first_sequence, first_price, first_ms, first_ms + duration_ms) then true
         when not is_entered then true
         when void_reason = 'no-exit-tick' then last_ms >= expires_ms - $3
         else (exit_sequence, exit_price) is distinct from (last_sequence, last_price) or last_ms < expires_ms - $3
       end) as wrong,
       count(*) filter (where result is null
         and case when is_entered then first_ms + duration_ms else received_ms + $2 end <= $4) as overdue
     from judged`,
    [entryDelayMs, entryWindowMs, exitAgeMaxMs, endedBy],
  );
  return rows[0]!;
}
