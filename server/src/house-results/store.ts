// The SQL of the house's results.
import { amount, boolean, columns, date, instant, integer, text } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import type { Database, Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { ProductKinds, StoredResults } from './describe-results.ts';

const span = columns({ firstDay: date, lastDay: date });

/** Counts each whole day that was not counted yet, once; what a day's last transactions wrote is there an hour later. */
export async function countResults(pool: Pool, products: readonly ProductKinds[]): Promise<void> {
  await inTransaction(pool, async (connection) => {
    await connection.query(`select pg_advisory_xact_lock(hashtext('house_results'))`);
    // A year of the journal may take long to read; nobody waits for it.
    await connection.query(`set local statement_timeout = '30min'`);
    const days = await selectOne(
      connection,
      span,
      `select first_day::text, last_day::text from (select
         coalesce((select max(day) + 1 from house_result_days), (select min(at at time zone 'UTC')::date from ledger_moves)) as first_day,
         ((clock_timestamp() - interval '1 hour') at time zone 'UTC')::date - 1 as last_day) as days
       where first_day <= last_day`,
    );
    if (days) await insertDays(connection, days, products);
  });
}

async function insertDays(
  database: Database,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
  products: readonly ProductKinds[],
): Promise<void> {
  const days = [firstDay, lastDay];
  await database.query(
    `insert into house_result_days (day) select generate_series($1::date, $2::date, interval '1 day')::date`,
    days,
  );
  await database.query('insert into house_results select * from house_results_between($1, $2)', days);
  const named = products.flatMap(({ product, kinds }) => kinds.map((kind) => ({ product, kind })));
  await database.query(
    `insert into house_losers (day, product, accounts, losing)
     select $1::date, product, count(*), count(*) filter (where net < 0) from (
       select product, account_id, sum(case when ledger_is_customer(to_bucket) then amount else -amount end) as net
       from ledger_moves join unnest($2::text[], $3::text[]) as named(product, kind) using (kind)
       where book = 'real' and account_id <> '00000000-0000-0000-0000-000000000000'
         and ledger_is_customer(from_bucket) <> ledger_is_customer(to_bucket)
         and at >= ($1::date + 1 - interval '12 months') at time zone 'UTC' and at < ($1::date + 1)::timestamp at time zone 'UTC'
       group by product, account_id) as each_account
     group by product`,
    [lastDay, named.map(({ product }) => product), named.map(({ kind }) => kind)],
  );
}

const counted = columns({ firstDay: date.orNull, lastDay: date.orNull, countedAt: instant.orNull });
const sums = columns({ kind: text(), isRecent: boolean, taken: amount, given: amount, returned: amount });
const losers = columns({ product: text(), accounts: integer, losing: integer });

export async function readResults(pool: Pool): Promise<StoredResults> {
  const [days, all, losing] = await Promise.all([
    selectOne(pool, counted, 'select min(day)::text as first_day, max(day)::text as last_day, max(counted_at) as counted_at from house_result_days'), // oxfmt-ignore
    select(
      pool,
      sums,
      `select kind, day > (select max(day) - 30 from house_result_days) as is_recent,
         sum(taken) as taken, sum(given) as given, sum(returned) as returned
       from house_results where coin = 'USDT' group by 1, 2`,
    ),
    select(pool, losers, 'select product, accounts, losing from house_losers where day = (select max(day) from house_result_days)'), // oxfmt-ignore
  ]);
  return { ...days!, sums: all, losers: losing };
}

/** The kind under which house_results_between counts what changed hands in swaps, in USDT. */
export const swapAtIndex = 'swap-at-index';

const swapSums = columns({ kind: text(), coin: text(), taken: amount, given: amount });
/** Of all swaps in real money: the days that were counted, and the journal since. */
export const readSwapSums = (pool: Pool) =>
  select(
    pool,
    swapSums,
    `select kind, coin, sum(taken) as taken, sum(given) as given from (
       select kind, coin, taken, given from house_results
       union all
       select kind, coin, taken, given from house_results_between(
         coalesce((select max(day) + 1 from house_result_days), date '2000-01-01'), (clock_timestamp() at time zone 'UTC')::date)
     ) as counted where kind in ('swap-given', 'swap-received', $1) group by kind, coin`,
    [swapAtIndex],
  );

const daySums = columns({ kind: text(), taken: amount, given: amount, returned: amount });
/** Of the day that is not over yet (UTC), in real USDT. */
export const readToday = (pool: Pool) =>
  select(
    pool,
    daySums,
    `select kind, taken, given, returned from house_results_between(
       (clock_timestamp() at time zone 'UTC')::date, (clock_timestamp() at time zone 'UTC')::date) where coin = 'USDT'`,
  );
