// The SQL of the audit's pass over the journal: sums of a range of it, and the balances that they are compared with.
import { customerBuckets, type Uuid, type Wad } from '@candor/wire';
import { numericColumn, type Database } from '../../kit/postgres.ts';
import type { MoveComparison, MoveRule } from '../../kit/product.ts';
import { joined, raw, sql, type Sql } from '../../kit/sql.ts';
import { houseAccountId } from '../command.ts';
import type { CustomerRow, HouseRow } from './journal-sums.ts';

/** Moves with numbers above `after`, up to `to`. */
export interface Range {
  after: number;
  to: number;
}

const rowsAtOnce = 20_000;

/**
 * The moves of a range, as FROM takes them in place of the table; its index on numbers finds the pages that hold them. OFFSET 0 keeps what is
 * done with them out of how they are found: who sorts them by account would be given the whole primary key, which begins with it.
 */
export const movesOf = ({ after, to }: Range): Sql =>
  sql`(select * from ledger_moves where sequence > ${after}::bigint and sequence <= ${to}::bigint offset 0) as ledger_moves`;

// The running balance less the sum since the range began is the same for all moves of a bucket, where all of them follow from one another.
const customersIn = (moves: Sql): Sql => sql`
  select account_id::text as account, coin, book::text as book, bucket::text as bucket, count(*) as moves, sum(change) as total, offset_by as offset
  from (select account_id, coin, book, bucket, change, coalesce(after, -1) - sum(change) over (
            partition by account_id, coin collate "C", book, bucket order by sequence rows unbounded preceding) as offset_by
        from (select account_id, sequence, coin, book, side.bucket, side.change, side.after
              from ${moves} cross join lateral (values (from_bucket, -amount, from_after), (to_bucket, amount, to_after)) as side(bucket, change, after)
              where ledger_is_customer(side.bucket)) as sides) as running
  group by account_id, coin, book, bucket, offset_by
  union all
  select account_id::text, null, book::text, null, count(*), 0::numeric(38, 18), 0::numeric(38, 18) from ${moves}
  where account_id <> ${houseAccountId} and not ledger_is_customer(from_bucket) and not ledger_is_customer(to_bucket)
  group by account_id, book`;

const houseIn = (moves: Sql): Sql => sql`
  select side.bucket::text as bucket, side.slice, coin, book::text as book, sum(side.change * total) as total
  from (select coin, book, from_bucket, from_slice, to_bucket, to_slice, cover_from, cover_to, cover_slice,
          sum(amount) as moved, coalesce(sum(cover_amount), 0) as covered
        from ${moves} where not ledger_is_customer(from_bucket) or not ledger_is_customer(to_bucket) or cover_from is not null
        group by 1, 2, 3, 4, 5, 6, 7, 8, 9) as forms
    cross join lateral (values (from_bucket, from_slice, -1, moved), (to_bucket, to_slice, 1, moved),
      (cover_from, cover_slice, -1, covered), (cover_to, cover_slice, 1, covered)) as side(bucket, slice, change, total)
  where not ledger_is_customer(side.bucket) group by side.bucket, side.slice, coin, book`;

type Raw<Row> = { [Name in keyof Row]: Row[Name] extends Wad ? string : Row[Name] };

/** Calls `take` with each row of the sums by customer, bucket and offset. The connection is in a transaction. */
export const readCustomerSums = (database: Database, moves: Sql, take: (row: CustomerRow) => void): Promise<void> =>
  readAll<Raw<CustomerRow>>(database, customersIn(moves), ({ total, offset, ...row }) =>
    take({ ...row, total: numericColumn(total), offset: numericColumn(offset) }),
  );

export const readHouseSums = (database: Database, moves: Sql, take: (row: HouseRow) => void): Promise<void> =>
  readAll<Raw<HouseRow>>(database, houseIn(moves), ({ total, ...row }) =>
    take({ ...row, total: numericColumn(total) }),
  );

/** Counts, per rule, the moves of a range that the rule applies to and that break it. Conditions share one read; a comparison has its own. */
export function countsIn(rules: readonly (MoveRule | MoveComparison)[], moves: Sql): Sql {
  const [first] = rules;
  if (first && 'count' in first)
    return sql`select array[checked] as checked, array[broken] as broken from (${first.count(moves)}) as counted`;
  return conditionsIn(
    rules.filter((rule) => 'broken' in rule),
    moves,
  );
}

const conditionsIn = (rules: readonly MoveRule[], moves: Sql): Sql => sql`
  select array[${joined(
    rules.map(({ of = raw('true') }) => sql`count(*) filter (where ${of})`),
    ', ',
  )}] as checked,
    array[${joined(
      rules.map(({ of = raw('true'), broken }) => sql`count(*) filter (where (${of}) and (${broken}))`),
      ', ',
    )}] as broken
  from ${moves}`;

interface BalanceRow {
  account: Uuid;
  coin: string;
  book: string;
  bucket: string;
  balance: Wad;
}

export const readCustomerBalances = (database: Database, take: (row: BalanceRow) => void): Promise<void> =>
  readAll<Record<string, string>>(
    database,
    sql`select account_id::text as account, coin, book::text as book, ${raw(customerBuckets.join(', '))} from ledger_balances`,
    (row) => {
      for (const bucket of customerBuckets) {
        take({
          account: row['account'] as Uuid,
          coin: row['coin']!,
          book: row['book']!,
          bucket,
          balance: numericColumn(row[bucket]!),
        });
      }
    },
  );

export const readHouseBalances = (database: Database, take: (row: HouseRow) => void): Promise<void> =>
  readAll<Raw<HouseRow>>(
    database,
    sql`select bucket::text as bucket, slice, coin, book::text as book, balance as total from ledger_house`,
    ({ total, ...row }) => take({ ...row, total: numericColumn(total) }),
  );

/** Reads an answer some rows at a time, so that only these are in memory. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what its statement gives
async function readAll<Row>(database: Database, { query }: Sql, take: (row: Row) => void): Promise<void> {
  await database.query({ text: `declare audited no scroll cursor for ${query.text}`, values: query.values });
  for (;;) {
    const { rows } = await database.query<Row>(`fetch ${rowsAtOnce} from audited`);
    for (const row of rows) take(row);
    if (rows.length < rowsAtOnce) break;
  }
  await database.query('close audited');
}
