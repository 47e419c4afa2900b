// Every invariant of the ledger, checked over a whole database. Each query counts what breaks the rule.
import { customerBuckets, houseMovementKinds, movementKinds } from '@candor/wire';
import type { Pool } from '../kit/postgres.ts';
import { moveInvariant, type Invariant } from '../kit/product.ts';
import { joined, raw, sql, type Sql } from '../kit/sql.ts';
import { heldInAll } from './buckets.ts';
import { houseAccountId } from './command.ts';

export interface InvariantReport {
  name: string;
  /** How many rows were looked at. */
  checked: number;
  /** How many break the rule; anything but 0 is a fault. */
  broken: number;
  /** Of what breaks it, by rules that tell them. */
  examples?: string[];
}

const customerSides = sql`
  select account_id, sequence, coin, book, from_bucket as bucket, -amount as amount, from_after as after
  from ledger_moves where ledger_is_customer(from_bucket)
  union all
  select account_id, sequence, coin, book, to_bucket, amount, to_after
  from ledger_moves where ledger_is_customer(to_bucket)`;
const houseSides = sql`
  select from_bucket as bucket, from_slice as slice, coin, book, -amount as amount
  from ledger_moves where not ledger_is_customer(from_bucket)
  union all
  select to_bucket, to_slice, coin, book, amount from ledger_moves where not ledger_is_customer(to_bucket)
  union all
  select cover_from, cover_slice, coin, book, -cover_amount from ledger_moves where cover_amount is not null
  union all
  select cover_to, cover_slice, coin, book, cover_amount from ledger_moves where cover_amount is not null`;
const balanceColumns = sql`
  select account_id, coin, book, bucket::ledger_bucket, balance from ledger_balances,
  lateral (values ${joined(
    customerBuckets.map((bucket) => raw(`('${bucket}', ${bucket})`)),
    ', ',
  )}) as b(bucket, balance)`;

/** What an audit finds in one pass over the journal; their SQL says the same of a small database. */
export const ledgerJournalRules = {
  customerBalances: {
    name: 'a customer balance equals the sum of its journal',
    sql: sql`with journal as (select account_id, coin, book, bucket, sum(amount) as total from (${customerSides}) as s
            group by account_id, coin, book, bucket)
          select count(*) as checked, count(*) filter (where coalesce(b.balance, 0) <> coalesce(j.total, 0)) as broken
          from (${balanceColumns}) as b full join journal j using (account_id, coin, book, bucket)`,
  },
  houseBalances: {
    name: 'a house balance equals the sum of its journal',
    sql: sql`with journal as (select bucket, slice, coin, book, sum(amount) as total from (${houseSides}) as s
            group by bucket, slice, coin, book)
          select count(*) as checked, count(*) filter (where coalesce(h.balance, 0) <> coalesce(j.total, 0)) as broken
          from ledger_house h full join journal j using (bucket, slice, coin, book)`,
  },
  runningBalances: {
    name: 'each running balance follows from the one before',
    sql: sql`select count(*) as checked, count(*) filter (where after <> running) as broken from (
            select after, sum(amount) over (partition by account_id, coin, book, bucket order by sequence) as running
            from (${customerSides}) as s) as lines`,
  },
  oneBook: {
    name: 'no entry and no account touches both books',
    sql: sql`select count(*) as checked, count(*) filter (where books > 1) as broken from (
            select count(distinct book) as books from ledger_moves where account_id <> ${houseAccountId}
            group by account_id) as accounts`,
  },
} as const satisfies Record<string, Invariant>;

/** No order explains it, and nobody gains by it. */
export const gatheredRule = moveInvariant(
  'what one slice of the house gives another stays in its bucket, on the account of the house',
  {
    of: sql`kind = 'house-gathered'`,
    broken: sql`account_id <> ${houseAccountId} or object_id <> entry_id or from_bucket <> to_bucket
      or ledger_is_customer(from_bucket) or cover_amount is not null`,
  },
);

export const ledgerInvariants: readonly Invariant[] = [
  {
    name: 'all balances of a coin and book sum to zero',
    sql: sql`select count(*) as checked, count(*) filter (where total <> 0) as broken from (
            select coin, book, sum(balance) as total from (
              select coin, book, ${raw(heldInAll)} as balance from ledger_balances
              union all select coin, book, balance from ledger_house) as every group by coin, book) as sums`,
  },
  ledgerJournalRules.customerBalances,
  ledgerJournalRules.houseBalances,
  ledgerJournalRules.runningBalances,
  {
    name: 'no customer balance and no pre-funded house account is below zero',
    sql: sql`select count(*) as checked, count(*) filter (where balance < 0) as broken from (
            select balance from (${balanceColumns}) as b union all
            select balance from ledger_house where not ledger_may_owe(bucket)) as every`,
  },
  ledgerJournalRules.oneBook,
  moveInvariant('no bonus money meets the bank or a chain', {
    broken: sql`book = 'bonus' and (ledger_is_outside(from_bucket) or ledger_is_outside(to_bucket))`,
  }),
  moveInvariant('every movement is of a kind that a product or the house declares', {
    broken: sql`kind <> all(${[...movementKinds, ...houseMovementKinds]}::text[])`,
  }),
  gatheredRule,
  {
    name: 'every kept command names an account',
    sql: sql`select count(*) as checked, count(*) filter (where reply is null or length(digest) <> 32) as broken
          from ledger_commands`,
  },
];

/** Each in a snapshot of its own, so that a ledger at work can be checked too. */
export async function checkInvariants(pool: Pool, invariants: readonly Invariant[]): Promise<InvariantReport[]> {
  const reports: InvariantReport[] = [];
  const connection = await pool.connect();
  let isWhole = false;
  const count = async ({ query }: Sql): Promise<Omit<InvariantReport, 'name'>> =>
    (await connection.query<Omit<InvariantReport, 'name'>>(query)).rows[0]!;
  try {
    // A statement by itself is a transaction.
    await connection.query(
      `set default_transaction_isolation = 'repeatable read'; set default_transaction_read_only = on`,
    );
    for (const { name, sql: statement } of invariants) {
      if (typeof statement !== 'function') {
        reports.push({ name, ...(await count(statement)) });
        continue;
      }
      await connection.query('begin');
      reports.push({ name, ...(await count(await statement(connection))) });
      await connection.query('commit');
    }
    await connection.query('reset default_transaction_isolation; reset default_transaction_read_only');
    isWhole = true;
    return reports;
  } finally {
    // After a failure it is closed, whatever was left open on it.
    connection.release(!isWhole);
  }
}
