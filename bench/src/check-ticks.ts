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
    `with decided as (
       select o.*, (extract(epoch from expires_at) * 1000)::bigint as expires_ms,
              (extract(epoch from received_at) * 1000)::bigint as received_ms,
              (extract(epoch from entry_at) * 1000)::bigint as entry_ms
       from option_orders o where result is not null
     ), judged as (
       select d.result, d.exit_sequence, d.exit_price, d.entry_sequence, d.entry_price, d.entry_ms, d.received_ms, d.expires_ms,
              d.void_reason, d.duration_ms, last.sequence as last_sequence, last.price as last_price, last.published_ms as last_ms,
              first.sequence as first_sequence, first.price as first_price, first.published_ms as first_ms
       from decided d
       left join lateral (select sequence, price, published_ms from market_ticks t
         where t.coin = d.coin and t.published_ms <= d.expires_ms order by published_ms desc limit 1) as last on true
       left join lateral (select sequence, price, published_ms from market_ticks t
         where t.coin = d.coin and t.published_ms >= d.received_ms + $1 and t.sequence > d.accepted_sequence
         order by published_ms limit 1) as first on true
     )
     select count(*) as checked,
       count(*) filter (where case
         when void_reason = 'no-entry-tick' then first_ms <= received_ms + $2
         when (entry_sequence, entry_price, entry_ms, expires_ms)
           is distinct from (first_sequence, first_price, first_ms, first_ms + duration_ms) then true
         when first_ms > received_ms + $2 then true
         when void_reason = 'no-exit-tick' then last_ms >= expires_ms - $3
         else (exit_sequence, exit_price) is distinct from (last_sequence, last_price) or last_ms < expires_ms - $3
       end) as wrong,
       (select count(*) from option_orders where result is null and expires_at <= $4) as overdue
     from judged`,
    [entryDelayMs, entryWindowMs, exitAgeMaxMs, new Date(endedBy)],
  );
  return rows[0]!;
}
