// Payments that the house owes: results are fixed when they are decided, and what the money is not there for yet is paid later, in the
// order of settlement. While the house owes, nothing new is set aside from the bankroll of that book: it belongs to those who wait.
import type { AssetCode, MovementKind } from '@candor/wire';
import { texts } from '../kit/binary-arrays.ts';
import { amount, boolean, columns, instant, oneOfEnum, safeInteger, text, uuid, type RowIn } from '../kit/columns.ts';
import type { Book } from '../kit/feature.ts';
import type { Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import type { Pool } from '../kit/postgres.ts';
import { select } from '../kit/select.ts';
import type { Query } from '../kit/statement-group.ts';
import { table, type Row } from '../kit/table.ts';

/** The place in the queue is given when a due is inserted. */
export const houseDues = table('house_dues', {
  key: { accountId: uuid, dueId: uuid },
  fixed: {
    book: oneOfEnum<Book>('ledger_book'),
    coin: text<AssetCode>(),
    /** What the bill says when it is paid. */
    kind: text<MovementKind>(),
    /** What it is about: an order. */
    objectId: uuid,
    amount,
    at: instant,
  },
  changing: { unpaid: amount, paidAt: instant.orNull },
  computed: {
    /** Nothing that was settled before it waits in its book and coin. Of a new one it is not known. */
    isFirst: boolean.as(`not exists (select from house_dues older where older.book = house_dues.book
      and older.coin = house_dues.coin and older.sequence < house_dues.sequence and older.unpaid > 0)`),
  },
  insertsInTurn: true,
});
export type HouseDue = Row<typeof houseDues>;

export interface OwedIn {
  book: Book;
  coin: AssetCode;
}

/** Those of the books and coins in which something is due. Never locked: what becomes due meanwhile is younger than what is asked. */
export const readOwed = (asked: readonly OwedIn[]): Query<OwedIn[]> => ({
  name: 'ledger-read-owed',
  text: `select wanted.book, wanted.coin from unnest($1::text[], $2::text[]) as wanted(book, coin)
         cross join lateral (select 1 from house_dues
           where book = wanted.book::ledger_book and coin = wanted.coin and unpaid > 0 limit 1) as due`,
  values: [texts(asked, ({ book }) => book), texts(asked, ({ coin }) => coin)],
  read: (rows) => rows.map(owedIn.read),
});
const owedIn = columns({ book: oneOfEnum<Book>('ledger_book'), coin: text<AssetCode>() });

const firstDue = columns({
  book: oneOfEnum<Book>('ledger_book'),
  coin: text<AssetCode>(),
  dueId: uuid,
  accountId: uuid,
  objectId: uuid,
  /** How many wait in its book and coin, with itself. */
  waiting: safeInteger,
});
export type FirstDue = RowIn<typeof firstDue>;

/** The first due of each book and coin in which something is due. */
export const readFirstDues = (pool: Pool) =>
  select(
    pool,
    firstDue,
    `select distinct on (book, coin) book, coin, due_id, account_id, object_id, count(*) over (partition by book, coin) as waiting
     from house_dues where unpaid > 0 order by book, coin, sequence`,
  );

const payment = columns({ amount, paidAt: instant.orNull });

/** All that was ever due about one object, oldest first. */
export const readDuesOf = (pool: Pool, { accountId, objectId }: Pick<HouseDue, 'accountId' | 'objectId'>) =>
  select(
    pool,
    payment,
    'select amount, paid_at from house_dues where account_id = $1 and object_id = $2 order by sequence',
    [accountId, objectId],
  );

/** What must hold of dues in a whole database; products add what their own rows say of them. */
export const dueInvariants: readonly Invariant[] = [
  {
    name: 'payments due are paid in the order of settlement',
    sql: sql`select count(*) as checked, count(*) filter (where unpaid < amount and waits_before) as broken
          from (select unpaid, amount, coalesce(bool_or(unpaid > 0) over (partition by book, coin order by sequence
                  rows between unbounded preceding and 1 preceding), false) as waits_before from house_dues) as queue`,
  },
];
