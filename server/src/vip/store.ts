// Levels, and what trading cost, in the database.
import { vipDays, type Uuid } from '@candor/wire';
import { amount, columns, instant, smallint } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Pool } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import { joined, sql, type Sql } from '../kit/sql.ts';
import { vipLevels } from './terms.ts';

const vipLevel = columns({ level: smallint, cost: amount });
const standing = columns({ level: smallint, cost: amount, countedAt: instant.orNull });

/** Of each level the version in force, the lowest level first. */
const levelsInForce = `select level, trading_cost as cost from vip_levels
  join settings_in_force('${vipLevels.name}', clock_timestamp()) as now on now.id = level::text and now.version = vip_levels.version
  order by level`;

export const readLevels = (pool: Pool) => select(pool, vipLevel, levelsInForce, []);

export const readStanding = (pool: Pool, accountId: Uuid) =>
  select(
    pool,
    standing,
    `select vip as level, coalesce((select cost from vip_costs where account_id = a.account_id), 0) as cost,
       (select max(counted_at) from vip_days) as counted_at from accounts a where account_id = $1`,
    [accountId],
  );

const dayMs = 24 * 3_600_000;

/** Of the whole days before the one that `now` lies in; a day that was counted is not counted again, whoever asks. */
export async function countLevels(pool: Pool, costs: readonly Sql[], now: number): Promise<void> {
  const until = new Date(now - (now % dayMs));
  const since = new Date(until.getTime() - vipDays * dayMs);
  const known = await pool.query('select from vip_days where day >= ($1::timestamptz at time zone $2)::date', [
    until,
    'UTC',
  ]);
  if (known.rows.length > 0) return;
  await inTransaction(pool, async (database) => {
    const { rows } = await database.query(
      `insert into vip_days (day, counted_at) values (($1::timestamptz at time zone 'UTC')::date, $2)
       on conflict do nothing returning day`,
      [until, new Date(now)],
    );
    if (rows.length === 0) return;
    await database.query('update vip_costs set cost = 0');
    const counted = sql`insert into vip_costs (account_id, cost)
      select account_id, sum(amount) from (${joined(costs, ' union all ')}) as traded
      where at >= ${since} and at < ${until} group by account_id
      on conflict (account_id) do update set cost = excluded.cost`;
    await database.query(counted.query);
    await database.query(
      `update accounts a set vip = level from (
         select v.account_id, coalesce(max(l.level), 0) as level
         from vip_costs v left join (${levelsInForce}) l on l.cost <= v.cost group by v.account_id) as counted
       where a.account_id = counted.account_id and a.vip <> counted.level`,
    );
  });
}
