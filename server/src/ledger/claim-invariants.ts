// What products need to stand in the ledger against what stands there: every bucket, coin and book, with a product or without one.
import { customerBuckets } from '@candor/wire';
import type { Claims, Invariant } from '../kit/product.ts';
import { joined, raw, sql, type Sql } from '../kit/sql.ts';
import { promisedBuckets } from './buckets.ts';

/** Throws for a claim on a bucket that holds no promises. */
export function claimInvariants(claims: readonly Claims[]): Invariant[] {
  for (const bucket of claims.flatMap(({ house = {} }) => Object.keys(house))) {
    if (!promisedBuckets.some((each) => each === bucket))
      throw new Error(`${bucket} holds no promises that could be claimed`);
  }
  return [
    ...customerBuckets
      .filter((bucket) => bucket !== 'available')
      .map((bucket): Invariant => ({
        name: `${bucket} balances hold exactly what the products need`,
        sql: customerSql(
          bucket,
          claims.flatMap(({ customers }) => customers?.[bucket] ?? []),
        ),
      })),
    ...promisedBuckets.map((bucket): Invariant => ({
      name: `${bucket} holds exactly what the house has promised`,
      sql: houseSql(
        bucket,
        claims.flatMap(({ house }) => house?.[bucket] ?? []),
      ),
    })),
  ];
}

const customerSql = (bucket: string, claims: readonly Sql[]): Sql => sql`
  with held as (select account_id, coin, book, ${raw(bucket)} as amount from ledger_balances),
    claimed as (select account_id, coin, book::ledger_book, sum(amount) as amount from (
      select null::uuid as account_id, null::text as coin, null::text as book, 0::numeric as amount where false
      ${unionOf(claims, raw('account_id, coin, book::text, amount'))}) as claims group by 1, 2, 3)
  select count(*) as checked, count(*) filter (where coalesce(h.amount, 0) <> coalesce(c.amount, 0)) as broken
  from held h full join claimed c using (account_id, coin, book)`;

const houseSql = (bucket: string, claims: readonly Sql[]): Sql => sql`
  with held as (select coin, book, sum(balance) as amount from ledger_house
      where bucket = ${bucket}::ledger_bucket group by coin, book),
    claimed as (select coin, book::ledger_book, sum(amount) as amount from (
      select null::text as coin, null::text as book, 0::numeric as amount where false
      ${unionOf(claims, raw('coin, book::text, amount'))}) as claims group by 1, 2)
  select count(*) as checked, count(*) filter (where coalesce(h.amount, 0) <> coalesce(c.amount, 0)) as broken
  from held h full join claimed c using (coin, book)`;

const unionOf = (claims: readonly Sql[], columns: Sql): Sql =>
  joined([raw(''), ...claims.map((claim) => sql`union all select ${columns} from (${claim}) as claim`)], ' ');
