// What must hold for lending in a whole database, besides what the ledger checks of itself.
import { usdtDecimals, type lendingMovements } from '@candor/wire';
import type { Claims, Explains, Invariant, KindOf, MoveTimes } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

/** What applications wait for. */
export const lendingClaims: Claims = {
  house: { 'lending-reserve': sql`select 'USDT' as coin, book, amount from loans where state = 'review'` },
};

const loan = sql`account_id, loan_id as object_id, 'USDT' as coin, book`;
/** An overdue loan is collected in parts: first the amount is paid back, then its cost. */
export const lendingExplains: Explains<KindOf<typeof lendingMovements>> = {
  'loan-reserved': { rows: sql`select ${loan}, amount from loans` },
  'loan-released': { rows: sql`select ${loan}, amount from loans where state = 'rejected'` },
  'loan-paid-out': { rows: sql`select ${loan}, amount from loans where paid_out_at is not null` },
  'loan-repaid': {
    rows: sql`select ${loan}, case when state = 'repaid' then amount else least(coalesce(collected, 0), amount) end as amount from loans`,
    isInParts: true,
  },
  'loan-cost': {
    rows: sql`select ${loan}, coalesce(repaid_cost, greatest(coalesce(collected, 0) - amount, 0)) as amount from loans`,
    isInParts: true,
  },
};

const lent = sql`select account_id, loan_id as object_id`;
/** A loan is paid back in parts, of which it keeps the last one's time. */
export const lendingTimes: MoveTimes<KindOf<typeof lendingMovements>> = {
  'loan-reserved': sql`${lent}, applied_at as said_at from loans`,
  'loan-released': sql`${lent}, ended_at as said_at from loans where state = 'rejected'`,
  'loan-paid-out': sql`${lent}, paid_out_at as said_at from loans where paid_out_at is not null`,
};

export const lendingInvariants: readonly Invariant[] = [
  {
    name: 'a loan costs what its terms say, rounded up once',
    sql: sql`select count(*) as checked, count(*) filter (where l.months <> c.months or l.monthly_rate <> c.monthly_rate
            or l.cost <> ceil(l.amount * c.monthly_rate * c.months * 10::numeric ^ ${usdtDecimals}::int) / 10::numeric ^ ${usdtDecimals}::int) as broken
          from loans l join loan_configs c on c.term_id = l.term_id and c.version = l.term_version`,
  },
  {
    name: 'an account owes what its open loan says, and nothing without one',
    sql: sql`select count(*) as checked, count(*) filter (where d.open_loan is distinct from l.loan_id
            or d.owed_amount is distinct from case when l.state <> 'review' then l.amount end
            or d.owed_monthly_rate is distinct from case when l.state <> 'review' then l.monthly_rate end
            or d.owed_months is distinct from case when l.state <> 'review' then l.months end
            or d.owed_since is distinct from l.paid_out_at or d.collected is distinct from coalesce(l.collected, 0)
            or d.overdue_since is distinct from case when l.state = 'overdue' and l.collects_in_parts then l.overdue_at end) as broken
          from debts d full join (select * from loans where state in ('review', 'paid-out', 'overdue')) as l using (account_id)`,
  },
  {
    name: 'the lending account is what was paid in, less what is promised and lent',
    sql: sql`select count(*) as checked, count(*) filter (where held <> paid_in - lent) as broken from (select
            (select coalesce(sum(balance), 0) from ledger_house where bucket in ('lending', 'lending-reserve')) as held,
            (select coalesce(sum(case when to_bucket = 'lending' then amount else -amount end), 0) from ledger_moves
              where kind in ('capital-paid-in', 'capital-paid-out') and (to_bucket = 'lending' or from_bucket = 'lending')) as paid_in,
            (select coalesce(sum(amount - least(coalesce(collected, 0), amount)), 0) from loans where state in ('paid-out', 'overdue')) as lent) as sums`,
  },
  {
    name: 'every loan that runs is due at the end of its term, and no other is',
    sql: sql`select count(*) as checked, count(*) filter (where coalesce(d.due_at is not null, false) <> (l.state = 'paid-out')
            or coalesce(d.due_at <> l.due_at, false) or (l.state <> 'paid-out' and r.due_at is not null)) as broken
          from loans l
          left join due_work d on d.account_id = l.account_id and d.subject_id = l.loan_id and d.kind = 'loan-due'
          left join due_work r on r.account_id = l.account_id and r.subject_id = l.loan_id and r.kind = 'loan-reminder'`,
  },
  {
    name: 'what left an account was asked for while what was left of the borrowed amount stayed there in USDT',
    sql: sql`select count(*) as checked, count(*) filter (where coalesce(b.after, 0) < l.amount - back.repaid) as broken
          from loans l join ledger_moves m on m.account_id = l.account_id and ledger_is_customer(m.from_bucket) and ledger_is_outside(m.to_bucket)
          join lateral (select f.sequence, f.at from ledger_moves f where f.account_id = m.account_id and f.object_id = m.object_id
            and f.from_bucket = 'available' order by f.sequence limit 1) as asked
            on asked.at >= l.paid_out_at and asked.at < coalesce(l.ended_at, 'infinity')
          left join lateral (select case when e.from_bucket = 'available' then e.from_after else e.to_after end as after
            from ledger_moves e where e.account_id = l.account_id and e.coin = 'USDT' and 'available' in (e.from_bucket, e.to_bucket)
              and e.sequence <= asked.sequence order by e.sequence desc limit 1) as b on true
          cross join lateral (select coalesce(sum(r.amount), 0) as repaid from ledger_moves r where r.account_id = l.account_id
            and r.object_id = l.loan_id and r.kind = 'loan-repaid' and r.sequence <= asked.sequence) as back`,
  },
  {
    // Under older agreements borrowed money could be staked.
    name: 'what was staked while a loan ran left what was left of the borrowed amount available',
    sql: sql`select count(*) as checked, count(*) filter (where m.from_after < l.amount - back.repaid) as broken
          from loans l join ledger_moves p on p.account_id = l.account_id and p.object_id = l.loan_id and p.kind = 'loan-paid-out'
          join ledger_moves m on m.account_id = l.account_id and m.coin = 'USDT' and m.from_bucket = 'available'
            and m.to_bucket = 'staked' and m.sequence > p.sequence and m.at < coalesce(l.ended_at, 'infinity')
          cross join lateral (select coalesce(sum(r.amount), 0) as repaid from ledger_moves r where r.account_id = l.account_id
            and r.object_id = l.loan_id and r.kind = 'loan-repaid' and r.sequence <= m.sequence) as back
          where l.collects_in_parts`,
  },
];
