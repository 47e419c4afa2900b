// What is read of staking outside of commands.
import { usdtDecimals, type Uuid } from '@candor/wire';
import { amount, boolean, columns as record, date, instant, integer, smallint, text, uuid } from '../kit/columns.ts';
import { byId, byInstant, byNumber, readPage, type AskedPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import { findsOwn, select, selectOne } from '../kit/select.ts';
import { pledgeQuotas, pledges } from './pledge.ts';

const { columns } = pledges;

export const readQuotas = (pool: Pool) =>
  select(pool, pledgeQuotas.columns, `select ${pledgeQuotas.columns.list} from pledge_quotas where book = 'real'`);

export const findPledge = findsOwn(pledges, 'pledge_id');

export const readPledges = (pool: Pool, { accountId, isOpen }: { accountId: Uuid; isOpen: boolean }, page: AskedPage) =>
  readPage(
    pool,
    columns,
    {
      from: `pledges where account_id = $1 and ${isOpen ? 'outcome is null' : "outcome = 'completed'"}`,
      values: [accountId],
      by: [byId('pledge', 'pledge_id')],
    },
    page,
  );

const income = record({ pledgeId: uuid, day: integer, amount, at: instant, isPosted: boolean });

/** Of one pledge in its order; of all, the newest first. What an early close gave up is in neither. */
export const readIncomes = (
  pool: Pool,
  { accountId, pledgeId }: { accountId: Uuid; pledgeId: Uuid | null },
  page: AskedPage,
) =>
  readPage(
    pool,
    income,
    {
      from: `(select pledge_id, day, (trunc(amount * daily_rate * day, ${usdtDecimals})
            - trunc(amount * daily_rate * (day - 1), ${usdtDecimals}))::numeric(38, 18) as amount,
          started_at + day * interval '24 hours' as at, day <= days_posted as is_posted
        from pledges, generate_series(1, days) as day
        where account_id = $1 and ($2::uuid is null or pledge_id = $2) and (outcome is null or day <= days_posted)) as incomes`,
      values: [accountId, pledgeId],
      by: [byInstant('at'), byId('pledge', 'pledge_id')],
      isUp: pledgeId !== null,
    },
    page,
  );

const movement = record({
  entryId: uuid,
  leg: smallint,
  objectId: uuid,
  kind: text<'pledge-opened' | 'pledge-income' | 'pledge-returned'>(),
  amount,
  at: instant,
});

export const readMovements = (pool: Pool, accountId: Uuid, page: AskedPage) =>
  readPage(
    pool,
    movement,
    {
      from: `ledger_moves where account_id = $1 and kind in ('pledge-opened', 'pledge-income', 'pledge-returned')`,
      values: [accountId],
      by: [byNumber('sequence')],
    },
    page,
  );

const sums = record({ staked: amount, earned: amount, coming: amount });

export const sumPledges = (pool: Pool, accountId: Uuid) =>
  selectOne(
    pool,
    sums,
    `select coalesce(sum(amount) filter (where outcome is null), 0) as staked, coalesce(sum(posted), 0) as earned,
       coalesce(sum(income - posted) filter (where outcome is null), 0) as coming from pledges where account_id = $1`,
    [accountId],
  );

const ofDay = record({ day: date, amount });

/** So many days up to the one of this instant, each with what was posted on it. */
export const readDays = (pool: Pool, accountId: Uuid, { count, upTo }: { count: number; upTo: number }) =>
  select(
    pool,
    ofDay,
    `with posted as (select (at at time zone 'UTC')::date as day, sum(amount) as amount from ledger_moves
       where account_id = $1 and kind = 'pledge-income' and at >= $2::timestamptz - $3::int * interval '1 day' group by 1)
     select shown.day::date::text as day, coalesce(amount, 0) as amount
     from generate_series(($2::timestamptz at time zone 'UTC')::date - ($3::int - 1), ($2::timestamptz at time zone 'UTC')::date,
       interval '1 day') as shown (day) left join posted on posted.day = shown.day::date order by 1`,
    [accountId, new Date(upTo), count],
  );

const rewards = record({ free: amount, promised: amount });

/** What the house holds for income of real money. */
export const readRewards = (pool: Pool) =>
  selectOne(
    pool,
    rewards,
    `select coalesce(sum(balance) filter (where bucket = 'staking-rewards'), 0) as free,
       coalesce(sum(balance) filter (where bucket = 'staking-reserve'), 0) as promised
     from ledger_house where coin = 'USDT' and book = 'real'`,
  );
