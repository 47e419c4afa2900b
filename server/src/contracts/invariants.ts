// What must hold for contracts in a whole database, besides what the ledger checks of itself.
import { contractTiming, usdtDecimals, type contractMovements, type Uuid } from '@candor/wire';
import type { Claims, Explains, Invariant, KindOf, MoveTimes, Queryable } from '../kit/product.ts';
import { sql, type Sql } from '../kit/sql.ts';
import { sliceOf } from '../ledger/slices.ts';

/** Margins and fees of orders that wait, margins of positions, and what is set aside for the coins. */
export const contractClaims: Claims = {
  customers: {
    reserved: sql`select account_id, 'USDT' as coin, book, margin + fee as amount from contract_orders where state = 'waiting'`,
    margin: sql`select account_id, 'USDT' as coin, book, open_margin + open_added as amount from contract_orders where state = 'open'`,
  },
  house: { 'contracts-reserve': sql`select 'USDT' as coin, book, reserved as amount from contract_exposures` },
};

const order = sql`account_id, order_id as object_id, 'USDT' as coin, book`;
/** What was closed, part by part: the margin of its sheets, and what came back for it, of which the house may owe something still. */
const closed = sql`
  select account_id, order_id, o.book, c.amount as margin, c.paid from contract_changes as c join contract_orders as o using (account_id, order_id)
  where c.kind = 'part'
  union all
  select o.account_id, o.order_id, o.book, o.open_margin + o.open_added, o.paid - coalesce(p.paid, 0)
  from contract_orders as o left join (
    select account_id, order_id, sum(paid) as paid from contract_changes where kind = 'part' group by account_id, order_id) as p using (account_id, order_id)
  where o.state = 'ended' and o.result <> 'cancelled'`;
/** A gain may be paid later than it was made, in parts. */
export const contractExplains: Explains<KindOf<typeof contractMovements>> = {
  'contract-placed': { rows: sql`select ${order}, margin + fee as amount from contract_orders` },
  'contract-cancelled': {
    rows: sql`select ${order}, margin + fee as amount from contract_orders where state = 'ended' and result = 'cancelled'`,
  },
  'contract-opened': {
    rows: sql`select ${order}, margin as amount from contract_orders where entry_sequence is not null`,
  },
  'contract-fee': { rows: sql`select ${order}, fee as amount from contract_orders where entry_sequence is not null` },
  'contract-margin-added': {
    rows: sql`select ${order}, c.amount from contract_changes as c join contract_orders as o using (account_id, order_id)
      where c.kind = 'margin'`,
  },
  'contract-returned': { rows: sql`select ${order}, least(paid, margin) as amount from (${closed}) as closed` },
  'contract-loss': { rows: sql`select ${order}, greatest(margin - paid, 0) as amount from (${closed}) as closed` },
  'contract-profit': {
    rows: sql`select ${order}, greatest(paid - margin, 0) as amount from (${closed}) as closed
      union all select ${order}, -due from contract_orders where due > 0`,
    isInParts: true,
  },
};

const orders = sql`select account_id, order_id as object_id`;
const ended = sql`${orders}, settled_at as said_at from contract_orders where state = 'ended'
  union all ${orders}, at from contract_changes where kind = 'part'`;
/** Kinds that are missing here have no fixed time: the engine fills an order, and the platform account pays a gain, when they can. */
export const contractTimes: MoveTimes<KindOf<typeof contractMovements>> = {
  'contract-placed': sql`${orders}, received_at as said_at from contract_orders`,
  'contract-cancelled': sql`${orders}, settled_at as said_at from contract_orders where state = 'ended'`,
  'contract-margin-added': sql`${orders}, at as said_at from contract_changes where kind = 'margin'`,
  'contract-returned': ended,
  'contract-loss': ended,
};

/** Smallest amounts to one. */
const one = 10n ** 18n;

/** A waiting order at the price that it names, rounded up to the smallest amount, as house-limit.ts has it. */
const value = sql`ceil(sheets * sheet_size * trade_price * ${one}::numeric) / ${one}::numeric`;
/** A gain or loss, rounded down to what USDT is paid in. */
const pnl = sql`floor((case side when 'long' then exit_price - entry_price else entry_price - exit_price end)
  * open_sheets * sheet_size * 10 ^ ${usdtDecimals}::numeric) / 10 ^ ${usdtDecimals}::numeric`;

/** The slice of the house of every account with a live order: table `slices`. */
async function slicesOf(database: Queryable): Promise<Sql> {
  const { rows } = await database.query(
    sql`select distinct account_id from contract_orders where state <> 'ended'`.query,
  );
  const accounts = rows.map((row) => row['account_id'] as Uuid);
  return sql`unnest(${accounts}::uuid[], ${accounts.map(sliceOf)}::smallint[]) as slices(account_id, slice)`;
}

export const contractInvariants: readonly Invariant[] = [
  {
    name: 'each slice of the contracts reserve holds what is set aside there',
    sql: sql`select count(*) as checked, count(*) filter (where coalesce(h.held, 0) <> coalesce(e.reserved, 0)) as broken
          from (select book, slice, sum(balance) as held from ledger_house where bucket = 'contracts-reserve'
                group by book, slice) as h
          full join (select book, slice, sum(reserved) as reserved from contract_exposures group by book, slice) as e
          using (book, slice)`,
  },
  {
    name: 'what the house has at stake in a coin is what customers hold and wait for',
    sql: async (database) => sql`with held as (
            select coin, book, slice,
              coalesce(sum(amount) filter (where state = 'open' and side = 'long'), 0) as open_long,
              coalesce(sum(amount) filter (where state = 'open' and side = 'short'), 0) as open_short,
              coalesce(sum(value) filter (where state = 'waiting' and side = 'long'), 0) as waiting_long,
              coalesce(sum(value) filter (where state = 'waiting' and side = 'short'), 0) as waiting_short
            from (select *, open_sheets * sheet_size as amount, ${value} as value
                  from contract_orders where state <> 'ended') as orders
            join ${await slicesOf(database)} using (account_id)
            group by 1, 2, 3)
          select count(*) as checked, count(*) filter (where
              (coalesce(e.open_long, 0), coalesce(e.open_short, 0),
               coalesce(e.waiting_long_value, 0), coalesce(e.waiting_short_value, 0)) is distinct from
              (coalesce(h.open_long, 0), coalesce(h.open_short, 0), coalesce(h.waiting_long, 0), coalesce(h.waiting_short, 0)))
              as broken
          from contract_exposures e full join held h using (coin, book, slice)`,
  },
  {
    name: 'what is counted of an account is what it has open, within the limits of its terms',
    sql: sql`with held as (
            select account_id, count(*) as live, count(*) filter (where is_resting) as resting,
              coalesce(sum(value) filter (where is_resting), 0) as value,
              max(c.orders_max) as live_max, max(c.resting_max) as resting_max
            from (select *, state = 'waiting' and order_type = 'limit' as is_resting, ${value} as value
                  from contract_orders where state <> 'ended') as orders
            join contracts_configs c on c.version = orders.config_version
            group by account_id)
          select count(*) as checked, count(*) filter (where
              (coalesce(a.live_orders, 0), coalesce(a.resting_orders, 0), coalesce(a.resting_value, 0))
              is distinct from (coalesce(h.live, 0), coalesce(h.resting, 0), coalesce(h.value, 0))
              or h.live > h.live_max or h.resting > h.resting_max) as broken
          from contract_accounts a full join held h using (account_id)`,
  },
  {
    name: 'what contracts owe stands in the queue of payments',
    sql: sql`with queued as (
            select account_id, object_id, sum(unpaid) as unpaid, sum(amount) as amount from house_dues group by account_id, object_id)
          select count(*) as checked,
            count(*) filter (where coalesce(o.due, 0) <> coalesce(q.unpaid, 0) or q.amount > o.paid) as broken
          from contract_orders o full join queued q on q.account_id = o.account_id and q.object_id = o.order_id
          where q.object_id is not null or o.due > 0`,
  },
  {
    name: 'an ended contract paid what its ticks and terms say, and never took more than its margin',
    sql: sql`with ended as (
            select o.*, coalesce(p.paid, 0) as paid_before, coalesce(p.margin, 0) as margin_before,
              open_margin + open_added as held,
              ${pnl} as pnl
            from contract_orders o left join (
              select account_id, order_id, sum(paid) as paid, sum(amount) as margin from contract_changes
              where kind = 'part' group by account_id, order_id) as p using (account_id, order_id)
            where state = 'ended')
          select count(*) as checked, count(*) filter (where case result
              when 'cancelled' then paid <> margin + fee
              else paid <> paid_before + greatest(0, held + pnl) or margin + added_margin <> margin_before + held
            end) as broken from ended`,
  },
  {
    name: 'a position ended for the reason that its tick gives',
    sql: sql`select count(*) as checked, count(*) filter (where not case result
              when 'liquidated' then (side = 'long') = (exit_price <= liquidation_price) or exit_price = liquidation_price
              when 'stop-loss' then (side = 'long') = (exit_price <= stop_loss) or exit_price = stop_loss
              when 'take-profit' then (side = 'long') = (exit_price >= take_profit) or exit_price = take_profit
              else close_accepted_sequence < exit_sequence and close_received_at + ${contractTiming.entryDelayMs} * interval '1 ms' <= exit_at
                and (side = 'long') = (exit_price > liquidation_price)
            end) as broken
          from contract_orders where state = 'ended' and result <> 'cancelled'`,
  },
];
