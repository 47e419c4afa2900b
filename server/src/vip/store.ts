// Levels, and what trading cost, in the database.
import { add, vipDays, zero, type Uuid, type Wad } from '@candor/wire';
import { amount, columns, instant, smallint, uuid } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { inSpans, type Span } from '../kit/in-spans.ts';
import { numericParameter, type Pool } from '../kit/postgres.ts';
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
const accountsAtOnce = 2_000;
const accountCost = columns({ accountId: uuid, cost: amount });
const accountOnly = columns({ accountId: uuid });

/**
 * Computes levels from the whole days before the day of `now`. Does nothing if another run has already counted that day. Reads orders span by
 * span and writes accounts in batches. Marks the day as counted at the end, so an interrupted count is repeated.
 */
export async function countLevels(pool: Pool, costs: readonly Sql[], now: number, signal?: AbortSignal): Promise<void> {
  const until = now - (now % dayMs);
  const known = await pool.query('select from vip_days where day >= ($1::timestamptz at time zone $2)::date', [
    new Date(until),
    'UTC',
  ]);
  if (known.rows.length > 0) return;
  const counted = await sumCosts(pool, costs, { from: until - vipDays * dayMs, to: until, signal });
  for await (const accountIds of storedAccounts(pool))
    for (const accountId of accountIds) if (!counted.has(accountId)) counted.set(accountId, zero);
  const all = [...counted];
  for (let place = 0; place < all.length; place += accountsAtOnce) {
    signal?.throwIfAborted();
    await storeCosts(pool, all.slice(place, place + accountsAtOnce));
  }
  await pool.query(
    `insert into vip_days (day, counted_at) values (($1::timestamptz at time zone 'UTC')::date, $2) on conflict do nothing`,
    [new Date(until), new Date(now)],
  );
}

async function sumCosts(
  pool: Pool,
  costs: readonly Sql[],
  { signal, ...days }: Span & { signal: AbortSignal | undefined },
): Promise<Map<Uuid, Wad>> {
  const found = new Map<Uuid, Wad>();
  if (costs.length === 0) return found;
  const read = async ({ from, to }: Span) => {
    const { text, values } =
      sql`select account_id, sum(amount)::numeric(38, 18) as cost from (${joined(costs, ' union all ')}) as traded
      where at >= ${new Date(from)} and at < ${new Date(to)} group by account_id`.query;
    return select(pool, accountCost, text, values);
  };
  for await (const rows of inSpans({ ...days, read, signal }))
    for (const { accountId, cost } of rows) found.set(accountId, add(found.get(accountId) ?? zero, cost));
  return found;
}

/** Yields the accounts with a stored cost above zero, in batches. */
async function* storedAccounts(pool: Pool): AsyncGenerator<Uuid[]> {
  for (let after: Uuid | undefined, isMore = true; isMore;) {
    const rows = await select(
      pool,
      accountOnly,
      `select account_id from vip_costs where cost > 0 and ($1::uuid is null or account_id > $1) order by account_id limit ${accountsAtOnce}`,
      [after],
    );
    yield rows.map(({ accountId }) => accountId);
    after = rows.at(-1)?.accountId;
    isMore = rows.length === accountsAtOnce;
  }
}

const storeCosts = (pool: Pool, counted: readonly (readonly [Uuid, Wad])[]): Promise<void> =>
  inTransaction(pool, async (database) => {
    const accountIds = counted.map(([accountId]) => accountId);
    await database.query(
      `insert into vip_costs (account_id, cost) select * from unnest($1::uuid[], $2::numeric[])
       on conflict (account_id) do update set cost = excluded.cost`,
      [accountIds, counted.map(([, cost]) => numericParameter(cost))],
    );
    await database.query(
      `update accounts a set vip = level from (
         select v.account_id, coalesce(max(l.level), 0) as level
         from vip_costs v left join (${levelsInForce}) l on l.cost <= v.cost where v.account_id = any ($1::uuid[]) group by v.account_id) as counted
       where a.account_id = counted.account_id and a.vip <> counted.level`,
      [accountIds],
    );
  });
