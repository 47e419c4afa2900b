// What must hold for purchases in a whole database, besides what the ledger checks of itself.
import type { purchaseMovements } from '@candor/wire';
import type { Claims, Explains, Invariant, KindOf, MoveTimes } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { promisesInvariant } from '../ledger/account-promises.ts';

/** What is set aside for orders that wait. */
export const purchaseClaims: Claims = {
  house: { 'purchases-reserve': sql`select coin, book, reserved as amount from purchases where reserved > 0` },
};

/** A coin may be set aside again for who says late that an order was paid; what was released before is not in the order. */
export const purchaseExplains: Explains<KindOf<typeof purchaseMovements>> = {
  'purchase-promised': {
    rows: sql`select account_id, purchase_id as object_id, coin, book, reserved + coalesce(credited, 0) as amount from purchases`,
    isInParts: true,
  },
  'purchase-released': { takesBack: 'purchase-promised' },
  'purchase-received': {
    rows: sql`select account_id, purchase_id as object_id, coin, book, credited as amount from purchases where credited is not null`,
  },
};

const ordered = sql`select account_id, purchase_id as object_id`;
/** Coins are reserved with the order, again when a payment is reported late, and again if the money received buys more. */
export const purchaseTimes: MoveTimes<KindOf<typeof purchaseMovements>> = {
  'purchase-promised': sql`${ordered}, ordered_at as said_at from purchases
    union all ${ordered}, paid_at from purchases where paid_at is not null
    union all ${ordered}, ended_at from purchases where credited is not null`,
  'purchase-received': sql`${ordered}, ended_at as said_at from purchases where credited is not null`,
};

export const purchaseInvariants: readonly Invariant[] = [
  {
    name: 'a purchase sets its coins aside in the journal once, and once more where that was over or less than it bought',
    sql: sql`select count(*) as checked, count(*) filter (where promised not in (coins, coins * 2, coins + coalesce(credited, coins))) as broken
          from (select p.coins, p.credited, coalesce(sum(m.amount), 0) as promised
                from purchases p left join ledger_moves m on m.account_id = p.account_id and m.object_id = p.purchase_id
                  and m.kind = 'purchase-promised'
                group by p.account_id, p.purchase_id, p.coins, p.credited) as orders`,
  },
  {
    name: 'a purchase waits for its time as long as it was not paid, and then until it is too late to say so',
    sql: sql`select count(*) as checked, count(*) filter (where d.due_at is distinct from
              case when ended_at is not null or state in ('paid', 'late-paid') then null
                when state = 'waiting-payment' then expires_at else coalesce(late_until, expires_at + interval '7 days') end) as broken
          from purchases p left join due_work d on d.account_id = p.account_id and d.subject_id = p.purchase_id`,
  },
  {
    name: 'a purchase costs and lasts what the version of its terms says',
    sql: sql`select count(*) as checked, count(*) filter (where t.version is null or p.fee < p.money * t.fee_rate
              or p.fee >= p.money * t.fee_rate + 1 or p.expires_at <> p.ordered_at + t.payment_minutes * interval '1 minute'
              or p.late_until <> p.expires_at + t.late_days * interval '24 hours') as broken
          from purchases p left join purchase_terms t on t.version = p.purchase_version where p.purchase_version is not null`,
  },
  {
    name: 'money that bought what was agreed was booked in time, on the day that its line says',
    sql: sql`select count(*) as checked, count(*) filter (where p.settlement = 'quote' and p.booked_on > p.book_by
              or t.transfer_id is not null and t.booked_on is distinct from p.booked_on) as broken
          from purchases p left join bank_transfers t on t.purchase_id = p.purchase_id and t.use = 'confirmed'
          where p.settlement is not null`,
  },
  {
    name: 'an account has as many unpaid orders as were said to be paid and were not',
    sql: sql`select count(*) as checked, count(*) filter (where u.unpaid > coalesce(orders.count, 0) or u.last_at is distinct from orders.last_at) as broken
          from unpaid_purchases u left join (select account_id, count(*), max(ended_at) as last_at from purchases
              where state = 'rejected' and reason = 'not-received' and (ended_at at time zone 'UTC')::date > book_by group by account_id) as orders
            on orders.account_id = u.account_id`,
  },
  {
    name: 'what is counted of a day is what was ordered on it',
    sql: sql`select count(*) as checked, count(*) filter (where counted <> ordered) as broken
          from (select d.ordered, coalesce(sum(p.money) filter (where p.state not in ('cancelled', 'expired', 'rejected')), 0) as counted
                from purchase_days d left join purchases p on p.account_id = d.account_id and p.currency = d.currency
                  and (p.ordered_at at time zone 'UTC')::date = d.day
                where d.currency <> 'all' group by d.account_id, d.day_id, d.ordered) as days`,
  },
  promisesInvariant('purchase', sql`select account_id, coin, reserved as amount from purchases where reserved > 0`),
  {
    name: 'a line of a statement is used for one order, of its currency and amount',
    sql: sql`select count(*) as checked, count(*) filter (where p.purchase_id is null or p.currency <> t.currency or p.received <> t.amount) as broken
          from bank_transfers t left join purchases p on p.purchase_id = t.purchase_id where t.use = 'confirmed'`,
  },
];
