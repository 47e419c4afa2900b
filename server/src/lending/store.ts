// What is read of lending outside of commands.
import { wad, zero, type Uuid } from '@candor/wire';
import { amount, boolean, bytes, columns as record, date, instant, integer, smallint, text, uuid } from '../kit/columns.ts'; // oxfmt-ignore
import { orderBy } from '../kit/order-by.ts';
import { byId, readPage, type AskedPage } from '../kit/paged-list.ts';
import type { Database } from '../kit/postgres.ts';
import { findsOwn, select, selectOne, selectPage } from '../kit/select.ts';
import type { Standing } from './credit.ts';
import { loans, type LoanState, type NoticeKind } from './loan.ts';

const { columns } = loans;

export const findLoan = (database: Database, loanId: Uuid) =>
  selectOne(database, columns, `select ${columns.list} from loans where loan_id = $1`, [loanId]);

export const findOwnLoan = findsOwn(loans, 'loan_id');

interface Page {
  limit: number;
  offset: number;
}

export const readOwnLoans = (database: Database, accountId: Uuid, page: AskedPage) =>
  readPage(
    database,
    columns,
    { from: 'loans where account_id = $1', values: [accountId], by: [byId('loan', 'loan_id')] },
    page,
  );

const sorts = { applied_at: 'applied_at', due_at: { orNull: 'due_at' }, amount: 'amount' };

/** What waits the longest comes first, then what is due next; what is over, by its newest. */
export function readLoans(
  database: Database,
  { state = null, sort, ...page }: Page & { state?: LoanState | null | undefined; sort?: string | undefined },
) {
  const own = state === 'review' ? 'applied_at' : state === 'paid-out' || state === 'overdue' ? 'due_at' : '-applied_at'; // oxfmt-ignore
  const order = orderBy(sort ?? own, sorts, 'loan_id');
  const from = 'loans where ($1::text is null or state = $1)';
  return selectPage(database, columns, { from, order, values: [state] }, page);
}

const waiting = record({ waiting: integer, oldestAt: instant.orNull });

export const countApplications = (database: Database) =>
  selectOne(
    database,
    waiting,
    `select count(*)::int as waiting, min(applied_at) as oldest_at from loans where state = 'review'`,
  );

const standing = record({ isVerified: boolean, openedAt: instant, vip: smallint, largestInTime: amount });

/** Of an account that is not known, nothing speaks for it. */
export const readStanding = async (database: Database, accountId: Uuid): Promise<Standing> =>
  (await selectOne(
    database,
    standing,
    `select verified_at is not null as is_verified, created_at as opened_at, vip, coalesce((select max(amount) from loans
       where loans.account_id = a.account_id and state = 'repaid' and overdue_at is null), 0) as largest_in_time
     from accounts a where account_id = $1`,
    [accountId],
  )) ?? { isVerified: false, openedAt: Number.MAX_SAFE_INTEGER, vip: 0, largestInTime: zero };

const collectable = record({ accountId: uuid, loanId: uuid });

/** Overdue loans of which something can be taken now, those that have waited longest first. */
export const findCollectable = (database: Database, except: readonly Uuid[], limit: number) =>
  select(
    database,
    collectable,
    `select l.account_id, l.loan_id from loans l join ledger_balances b on b.account_id = l.account_id and b.coin = 'USDT'
     where l.state = 'overdue' and b.available > 0 and (l.collects_in_parts or b.available >= l.amount + l.cost)
       and not l.loan_id = any ($1::uuid[])
     order by l.overdue_at, l.loan_id limit $2`,
    [except, limit],
  );

const accepted = record({ language: text(), text: text(), digest: bytes });

export const readAgreement = (database: Database, { accountId, loanId }: { accountId: Uuid; loanId: Uuid }) =>
  selectOne(database, accepted, `select ${accepted.list} from loan_agreements where account_id = $1 and loan_id = $2`, [
    accountId,
    loanId,
  ]);

const hasOpen = record({ isOpen: boolean });

export const hasOpenLoan = async (database: Database, accountId: Uuid): Promise<boolean> =>
  (await selectOne(
    database,
    hasOpen,
    'select exists (select from debts where account_id = $1 and open_loan is not null) as is_open',
    [accountId],
  ))!.isOpen;

const person = record({
  number: text(),
  vip: smallint,
  verifiedBy: text().orNull,
  openedAt: instant,
  isFrozen: boolean,
});

export const readBorrower = (database: Database, accountId: Uuid) =>
  selectOne(
    database,
    person,
    `select number, vip, verified_by, created_at as opened_at, exists (select from account_freezes f
       where f.account_id = a.account_id and f.released_at is null) as is_frozen from accounts a where account_id = $1`,
    [accountId],
  );

const balance = record({ coin: text(), available: amount, reserved: amount, margin: amount, staked: amount });

export const readBalances = (database: Database, accountId: Uuid) =>
  select(database, balance, `select ${balance.list} from ledger_balances where account_id = $1 order by coin`, [
    accountId,
  ]);

const result = record({ kind: text(), received: amount, given: amount, count: integer });
const resultDays = 90;

/** What came to the customer from the house or from outside and what went there, of 90 days. */
export const readMovementSums = (database: Database, accountId: Uuid, now: number) =>
  select(
    database,
    result,
    `select kind, coalesce(sum(amount) filter (where ledger_is_customer(to_bucket)), 0) as received,
       coalesce(sum(amount) filter (where ledger_is_customer(from_bucket)), 0) as given, count(*)::int as count
     from ledger_moves where account_id = $1 and coin = 'USDT' and at >= $2
       and ledger_is_customer(from_bucket) <> ledger_is_customer(to_bucket)
     group by kind order by kind`,
    [accountId, new Date(now - resultDays * 86_400_000)],
  );

const sums = record({ free: amount, reserved: amount });
const running = record({ state: text<LoanState>(), count: integer, total: amount });
const ofDay = record({ day: date, count: integer, total: amount });
const daysShown = 45;

/** What can be borrowed and is promised, what is owed at the end of its terms, and what of it is due by day. */
export async function readBook(database: Database, now: number) {
  const [held, states, byDay] = await Promise.all([
    selectOne(
      database,
      sums,
      `select coalesce(sum(balance) filter (where bucket = 'lending'), 0) as free,
         coalesce(sum(balance) filter (where bucket = 'lending-reserve'), 0) as reserved
       from ledger_house where coin = 'USDT' and book = 'real'`,
    ),
    select(
      database,
      running,
      `select state, count(*)::int as count, sum(amount + cost - coalesce(collected, 0)) as total from loans
       where state in ('paid-out', 'overdue') group by state`,
    ),
    select(
      database,
      ofDay,
      `select (due_at at time zone 'UTC')::date::text as day, count(*)::int as count, sum(amount + cost) as total
       from loans where state = 'paid-out' and due_at < $1 group by 1 order by 1`,
      [new Date(now + daysShown * 86_400_000)],
    ),
  ]);
  const of = (state: LoanState) => states.find((each) => each.state === state) ?? { count: 0, total: wad('0') };
  return { ...held!, running: of('paid-out'), overdue: of('overdue'), byDay };
}

const notice = record({
  accountId: uuid,
  noticeId: uuid,
  loanId: uuid,
  kind: text<NoticeKind>(),
  daysLeft: integer.orNull,
});

/** Those whose customers were not written to yet, and now count as written to. */
export const takeNotices = (database: Database, at: number, limit: number) =>
  select(
    database,
    notice,
    `update loan_notices n set told_at = $1 from (select account_id, notice_id from loan_notices where told_at is null
       order by at limit $2 for update skip locked) as first
     where n.account_id = first.account_id and n.notice_id = first.notice_id
     returning n.account_id, n.notice_id, n.loan_id, n.kind, n.days_left`,
    [new Date(at), limit],
  );

export const putNoticeBack = async (database: Database, accountId: Uuid, noticeId: Uuid): Promise<void> =>
  void (await database.query('update loan_notices set told_at = null where account_id = $1 and notice_id = $2', [
    accountId,
    noticeId,
  ]));
