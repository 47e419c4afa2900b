// The SQL of the house's results.
import { add, zero } from '@candor/wire';
import { amount, boolean, columns, date, instant, integer, text } from '../kit/columns.ts';
import { inTransaction } from '../kit/in-transaction.ts';
import { numericParameter, type Pool } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import { firstMoveAt } from '../ledger/first-move.ts';
import { countLosers, sumBetween, swapAtIndex, type KindSums, type Losers } from './count-span.ts';
import type { ProductKinds, StoredResults } from './describe-results.ts';

const uncounted = columns({ day: date, isLast: boolean, from: instant, to: instant, yearFrom: instant });

/** Returns the first day that is over and not counted yet. Waits an hour after midnight (UTC), until the day's last transactions have committed. */
async function nextDay(pool: Pool) {
  const [first, last] = await Promise.all([lastDay(pool), firstMoveAt(pool)]);
  const from = first ?? last;
  if (from === undefined) return undefined;
  return selectOne(
    pool,
    uncounted,
    `select day::text, day = last_day as is_last, day::timestamp at time zone 'UTC' as "from", (day + 1)::timestamp at time zone 'UTC' as "to",
       (day + 1 - interval '12 months') at time zone 'UTC' as year_from
     from (select ($1::timestamptz at time zone 'UTC')::date as day,
       ((clock_timestamp() - interval '1 hour') at time zone 'UTC')::date - 1 as last_day) as days
     where day <= last_day`,
    [new Date(from)],
  );
}

const dayAfter = columns({ at: instant.orNull });
const lastDay = async (pool: Pool): Promise<number | undefined> =>
  (await selectOne(pool, dayAfter, `select (max(day) + 1)::timestamp at time zone 'UTC' as at from house_result_days`))!
    .at ?? undefined;

/** Counts all days that are over and not counted yet, one by one. After an interruption the next run continues with the first uncounted day. */
export async function countResults(pool: Pool, products: readonly ProductKinds[], signal?: AbortSignal): Promise<void> {
  for (let day = await nextDay(pool); day; day = await nextDay(pool)) {
    const { from, to, yearFrom } = day;
    const sums = await sumBetween(pool, { from, to, signal });
    const losing = day.isLast ? await countLosers(pool, products, { from: yearFrom, to, signal }) : [];
    await insertDay(pool, day.day, { sums, losing });
  }
}

/** Stores the results of a day. Does nothing if another process has already stored them. */
async function insertDay(
  pool: Pool,
  day: string,
  { sums, losing }: { sums: readonly KindSums[]; losing: readonly Losers[] },
): Promise<void> {
  await inTransaction(pool, async (database) => {
    const { rowCount } = await database.query(
      'insert into house_result_days (day) values ($1) on conflict do nothing',
      [day],
    );
    if (rowCount === 0) return;
    const ofSums = (each: (row: KindSums) => unknown) => sums.map(each);
    await database.query(
      `insert into house_results (day, kind, coin, taken, given, returned)
       select $1, * from unnest($2::text[], $3::text[], $4::numeric[], $5::numeric[], $6::numeric[])`,
      [
        day,
        ofSums(({ kind }) => kind),
        ofSums(({ coin }) => coin),
        ofSums(({ taken }) => numericParameter(taken)),
        ofSums(({ given }) => numericParameter(given)),
        ofSums(({ returned }) => numericParameter(returned)),
      ],
    );
    await database.query(
      'insert into house_losers (day, product, accounts, losing) select $1, * from unnest($2::text[], $3::int[], $4::int[])',
      [
        day,
        losing.map(({ product }) => product),
        losing.map(({ accounts }) => accounts),
        losing.map((row) => row.losing),
      ],
    );
  });
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

const swapSums = columns({ kind: text(), coin: text(), taken: amount, given: amount });
/** Of all swaps in real money: the days that were counted, and the journal since. */
export async function readSwapSums(pool: Pool) {
  const kinds = ['swap-given', 'swap-received', swapAtIndex];
  const from = (await lastDay(pool)) ?? (await firstMoveAt(pool));
  const now = await databaseNow(pool);
  const [days, since] = await Promise.all([
    select(
      pool,
      swapSums,
      'select kind, coin, sum(taken) as taken, sum(given) as given from house_results where kind = any ($1) group by kind, coin',
      [kinds],
    ),
    from === undefined ? [] : sumBetween(pool, { from, to: now.tomorrow }),
  ]);
  const counted = new Map(days.map((row) => [`${row.kind} ${row.coin}`, row]));
  for (const { kind, coin, taken, given } of since.filter((row) => kinds.includes(row.kind))) {
    const before = counted.get(`${kind} ${coin}`) ?? { taken: zero, given: zero };
    counted.set(`${kind} ${coin}`, { kind, coin, taken: add(before.taken, taken), given: add(before.given, given) });
  }
  return [...counted.values()];
}

const bounds = columns({ today: instant, tomorrow: instant });
/** Returns the start of today and of tomorrow (UTC) by the database's clock. */
const databaseNow = async (pool: Pool) =>
  (await selectOne(
    pool,
    bounds,
    `select today::timestamp at time zone 'UTC' as today, (today + 1)::timestamp at time zone 'UTC' as tomorrow
     from (select (clock_timestamp() at time zone 'UTC')::date as today) as days`,
  ))!;

/** Of the day that is not over yet (UTC), in real USDT. */
export async function readToday(pool: Pool): Promise<KindSums[]> {
  const { today, tomorrow } = await databaseNow(pool);
  return (await sumBetween(pool, { from: today, to: tomorrow })).filter(({ coin }) => coin === 'USDT');
}
