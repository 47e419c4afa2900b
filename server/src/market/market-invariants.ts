// What must hold for the tick archive in a whole database; the database recomputes the hash chain by itself.
import type { Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { checkMinutes } from './archive/check-minutes.ts';

export const marketInvariants: readonly Invariant[] = [
  {
    name: 'ticks follow one another without a gap and forward in time',
    sql: sql`select count(*) as checked,
            count(*) filter (where sequence <> before + 1 or published_ms <= before_ms) as broken
          from (select sequence, published_ms, lag(sequence) over each as before, lag(published_ms) over each as before_ms
                from market_ticks window each as (partition by coin order by sequence)) as t`,
  },
  {
    name: 'the hash of a tick takes in the tick before',
    sql: sql`select count(*) as checked, count(*) filter (where hash is distinct from sha256(before || convert_to(concat_ws('|',
              coin, sequence, trim_scale(price), source_ms, published_ms, inputs), 'UTF8'))) as broken
          from (select tick.*, case tick.sequence when 1 then sha256(convert_to('candor ticks ' || tick.coin, 'UTF8'))
                  else coalesce(lag(tick.hash) over (partition by tick.coin order by tick.sequence), minute.hash) end as before
                from market_ticks as tick left join market_minutes as minute
                  on minute.coin = tick.coin and minute.last_sequence = tick.sequence - 1
                -- The oldest tick that is left may stand amid its minute, which is compared with it elsewhere.
                where not exists (select from market_minutes as own where own.coin = tick.coin
                  and tick.sequence > own.first_sequence and tick.sequence <= own.last_sequence
                  and not exists (select from market_ticks as other where other.coin = tick.coin and other.sequence = tick.sequence - 1))
               ) as t`,
  },
  {
    name: 'a tick of several sources stands beside the list that its hash took in',
    sql: sql`select count(*) as checked, count(*) filter (where inputs is distinct from split_part(inputs, ' ', 1) || ' ' ||
              left(encode(sha256(convert_to(sources, 'UTF8')), 'hex'), 32)) as broken
          from market_ticks where position(' ' in inputs) > 0`,
  },
  {
    name: 'sealed minutes follow one another from the first tick on',
    sql: sql`select count(*) as checked, count(*) filter (where first_sequence <> coalesce(before, 0) + 1
              or previous_hash <> coalesce(before_hash, sha256(convert_to('candor ticks ' || coin, 'UTF8')))) as broken
          from (select *, lag(last_sequence) over each as before, lag(hash) over each as before_hash
                from market_minutes window each as (partition by coin order by minute_ms)) as m`,
  },
  { name: 'a sealed minute holds the ticks and lists that its hashes follow from', sql: checkMinutes },
  {
    name: 'ticks that are not sealed yet continue the sealed minutes',
    sql: sql`select count(*) as checked, count(*) filter (where open.first is distinct from coalesce(sealed.last, 0) + 1) as broken
          from (select coin, max(last_sequence) as last from market_minutes group by coin) as sealed
          full join (select t.coin, min(t.sequence) as first from market_ticks t
                     where t.sequence > coalesce((select max(last_sequence) from market_minutes m where m.coin = t.coin), 0)
                     group by t.coin) as open using (coin)
          where open.first is not null`,
  },
  {
    name: 'a gap lies between the two ticks that it names',
    sql: sql`select count(*) as checked, count(*) filter (where before.published_ms <> gap.from_ms
              or after.published_ms <> gap.to_ms) as broken
          from market_gaps gap
          join market_ticks before on before.coin = gap.coin and before.sequence = gap.sequence - 1
          join market_ticks after on after.coin = gap.coin and after.sequence = gap.sequence`,
  },
];
