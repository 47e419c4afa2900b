// What must hold for swaps in a whole database, besides what the ledger checks of itself.
import { swapTerms, type swapMovements } from '@candor/wire';
import type { Claims, Explains, Invariant, KindOf, MoveTimes } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { promisesInvariant } from '../ledger/account-promises.ts';

/** What customers would give, and the most that the house would pay. */
export const swapClaims: Claims = {
  customers: {
    reserved: sql`select account_id, from_coin as coin, book, from_amount as amount from swap_orders where result is null`,
  },
  house: {
    'swaps-reserve': sql`select to_coin as coin, book, promised as amount from swap_orders where result is null`,
  },
};

/** What is given and received stands in the order once it has ended. */
export const swapExplains: Explains<KindOf<typeof swapMovements>> = {
  'swap-placed': {
    rows: sql`select account_id, order_id as object_id, from_coin as coin, book, from_amount as amount from swap_orders`,
  },
  'swap-promised': {
    rows: sql`select account_id, order_id as object_id, to_coin as coin, book, promised as amount from swap_orders`,
  },
  'swap-given': {
    rows: sql`select account_id, order_id as object_id, from_coin as coin, book, given as amount from swap_orders where result is not null`,
  },
  'swap-returned': {
    rows: sql`select account_id, order_id as object_id, from_coin as coin, book, from_amount - given as amount
      from swap_orders where result is not null`,
  },
  'swap-received': {
    rows: sql`select account_id, order_id as object_id, to_coin as coin, book, received as amount from swap_orders where result is not null`,
  },
  'swap-released': {
    rows: sql`select account_id, order_id as object_id, to_coin as coin, book, promised - received as amount
      from swap_orders where result is not null`,
  },
};

const orders = sql`select account_id, order_id as object_id`;
const placed = sql`${orders}, received_at as said_at from swap_orders`;
const settled = sql`${orders}, settled_at as said_at from swap_orders where result is not null`;
export const swapTimes: MoveTimes<KindOf<typeof swapMovements>> = {
  'swap-placed': placed,
  'swap-promised': placed,
  'swap-given': settled,
  'swap-returned': settled,
  'swap-received': settled,
  'swap-released': settled,
};

const price = { from: sql`coalesce(from_tick_price, 1)`, to: sql`coalesce(to_tick_price, 1)` };

export const swapInvariants: readonly Invariant[] = [
  promisesInvariant(
    'swap',
    sql`select account_id, to_coin as coin, promised as amount from swap_orders where result is null and kind = 'limit'`,
  ),
  {
    name: 'a filled swap paid what its ticks say, to the last digit and never more',
    sql: sql`select count(*) as checked, count(*) filter (where received * ${price.to} > given * ${price.from}
            or (kind = 'quote' and (given <> from_amount or (received + 0.0001) * ${price.to} <= given * ${price.from}))
            or (kind = 'limit' and (received <> to_amount or (given - 0.0001) * ${price.from} >= received * ${price.to}))) as broken
          from swap_orders where result = 'filled'`,
  },
  {
    name: 'a swap was decided by ticks of its own time',
    sql: sql`select count(*) as checked, count(*) filter (where
            least(from_tick_at, to_tick_at) < received_at + ${swapTerms.fillDelayMs} * interval '1 ms'
            or greatest(from_tick_at, to_tick_at) > expires_at
            or from_tick_sequence <= accepted_from or to_tick_sequence <= accepted_to
            or (result = 'filled' and ((from_coin <> 'USDT') <> (from_tick_at is not null)
              or (to_coin <> 'USDT') <> (to_tick_at is not null)))) as broken
          from swap_orders where result is not null`,
  },
  {
    name: 'a swap was filled within what its quote or limit allows',
    sql: sql`select count(*) as checked, count(*) filter (where case kind
            when 'limit' then ${price.from} < rate * ${price.to}
            else abs(${price.from} * quoted_to - quoted_from * ${price.to}) * 10000
              > quoted_from * ${price.to} * ${swapTerms.moveMaxBp}::int end) as broken
          from swap_orders where result = 'filled'`,
  },
  {
    name: 'a swap ends in one entry of the journal, and gives nothing unless it was filled',
    sql: sql`select count(*) as checked, count(*) filter (where ended <> (result is not null)::int
              or result = 'returned' and (given > 0 or received > 0)) as broken
          from (select o.result, o.given, o.received, count(distinct m.entry_id) as ended
                from swap_orders o left join ledger_moves m on m.account_id = o.account_id and m.object_id = o.order_id
                  and m.kind in ('swap-given', 'swap-returned', 'swap-received', 'swap-released')
                group by o.account_id, o.order_id, o.result, o.given, o.received) as orders`,
  },
];
