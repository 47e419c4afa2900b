// What must hold for staking in a whole database, besides what the ledger checks of itself.
import { usdtDecimals, type stakingMovements } from '@candor/wire';
import type { Claims, Explains, Invariant, KindOf, MoveTimes } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { promisesInvariant } from '../ledger/account-promises.ts';

/** Principals, and every income that was promised and is not posted yet. */
export const stakingClaims: Claims = {
  customers: {
    staked: sql`select account_id, 'USDT' as coin, book, amount from pledges where outcome is null`,
  },
  house: {
    'staking-reserve': sql`select 'USDT' as coin, book, income - posted as amount from pledges where outcome is null`,
  },
};

const pledge = sql`account_id, pledge_id as object_id, 'USDT' as coin, book`;
export const stakingExplains: Explains<KindOf<typeof stakingMovements>> = {
  'pledge-opened': { rows: sql`select ${pledge}, amount from pledges` },
  'pledge-income': { rows: sql`select ${pledge}, posted as amount from pledges`, isInParts: true },
  'pledge-returned': { rows: sql`select ${pledge}, amount from pledges where outcome is not null` },
};

const pledged = sql`select account_id, pledge_id as object_id`;
/** A renewal is posted as late as the engine comes to it, and so is an income. */
export const stakingTimes: MoveTimes<KindOf<typeof stakingMovements>> = {
  'pledge-opened': sql`${pledged}, started_at as said_at from pledges where renews is null`,
  'pledge-returned': sql`${pledged}, ended_at as said_at from pledges where outcome is not null`,
};

export const stakingInvariants: readonly Invariant[] = [
  promisesInvariant('staking', sql`select account_id, 'USDT' as coin, income as amount from pledges where outcome is null and income > 0`), // oxfmt-ignore
  promisesInvariant('staking-plan', sql`select account_id, product_id as coin, amount from pledges where outcome is null`), // oxfmt-ignore
  {
    name: 'a pledge earns what its terms say, and has posted what its days say',
    sql: sql`select count(*) as checked, count(*) filter (where p.income <> trunc(p.amount * c.daily_rate * c.days, ${usdtDecimals}::int)
            or p.posted <> trunc(p.amount * c.daily_rate * p.days_posted, ${usdtDecimals}::int)
            or p.days <> c.days or p.daily_rate <> c.daily_rate) as broken
          from pledges p join pledge_configs c on c.product_id = p.product_id and c.version = p.config_version`,
  },
  {
    name: 'no income of a pledge is posted before its day',
    sql: sql`select count(*) as checked, count(*) filter (where posted.at < p.started_at + p.days_posted * interval '24 hours' - interval '2 minutes') as broken
          from pledges p join (select account_id, object_id, max(at) as at from ledger_moves where kind = 'pledge-income' group by 1, 2) as posted
            on posted.account_id = p.account_id and posted.object_id = p.pledge_id`,
  },
  {
    // The engine renews a pledge as soon as it has completed it, but may be stopped in between.
    name: 'a renewal starts at the end of the completed pledge that it renews, is its only one, and is posted within a day of that end',
    sql: sql`select count(*) as checked, count(*) filter (where l.outcome is distinct from 'completed' or l.book <> p.book
            or p.started_at <> l.started_at + l.days * interval '24 hours' or p.renewals > 1
            or m.at > l.ended_at + interval '24 hours') as broken
          from (select *, count(*) over (partition by account_id, renews) as renewals from pledges where renews is not null) as p
          left join pledges l on l.account_id = p.account_id and l.pledge_id = p.renews
          left join ledger_moves m on m.account_id = p.account_id and m.object_id = p.pledge_id and m.kind = 'pledge-opened'`,
  },
  {
    name: 'no more is staked of a product than is counted against its quota',
    sql: sql`select count(*) as checked, count(*) filter (where taken <> coalesce(staked, 0)) as broken
          from pledge_quotas left join (select product_id, book, sum(amount) as staked from pledges
            where outcome is null group by 1, 2) as open using (product_id, book)`,
  },
  {
    name: 'every pledge that runs is due at its next day and at its end, and no other is',
    sql: sql`select count(*) as checked, count(*) filter (where
            coalesce(i.due_at is not null, false) <> (p.outcome is null and p.days_posted + 1 < p.days)
            or coalesce(i.due_at <> p.started_at + (p.days_posted + 1) * interval '24 hours', false)
            or coalesce(e.due_at is not null, false) <> (p.outcome is null)
            or coalesce(e.due_at <> p.started_at + p.days * interval '24 hours', false)) as broken
          from pledges p
          left join due_work i on i.account_id = p.account_id and i.subject_id = p.pledge_id and i.kind = 'pledge-income'
          left join due_work e on e.account_id = p.account_id and e.subject_id = p.pledge_id and e.kind = 'pledge-end'`,
  },
];
