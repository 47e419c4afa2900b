// What must hold for options in a whole database, besides what the ledger checks of itself.
import { optionTiming, usdtDecimals, type optionMovements } from '@candor/wire';
import type { Claims, Explains, Invariant, KindOf, MoveTimes } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

/** Customers' stakes, and what the house pays if all open orders win. */
export const optionClaims: Claims = {
  customers: {
    reserved: sql`select account_id, 'USDT' as coin, book, stake as amount from option_orders where result is null`,
  },
  house: {
    'options-reserve': sql`select 'USDT' as coin, book, profit as amount from option_orders where result is null`,
  },
};

const order = sql`account_id, order_id as object_id, 'USDT' as coin, book`;
export const optionExplains: Explains<KindOf<typeof optionMovements>> = {
  'option-placed': { rows: sql`select ${order}, stake as amount from option_orders` },
  'option-returned': {
    rows: sql`select ${order}, stake as amount from option_orders where result in ('win', 'tie', 'void')`,
  },
  'option-won': { rows: sql`select ${order}, profit as amount from option_orders where result = 'win'` },
  'option-lost': { rows: sql`select ${order}, stake as amount from option_orders where result = 'lose'` },
};

const orders = sql`select account_id, order_id as object_id`;
const settled = sql`${orders}, settled_at as said_at from option_orders where result is not null`;
export const optionTimes: MoveTimes<KindOf<typeof optionMovements>> = {
  'option-placed': sql`${orders}, received_at as said_at from option_orders`,
  'option-returned': settled,
  'option-won': settled,
  'option-lost': settled,
};

export const optionInvariants: readonly Invariant[] = [
  {
    name: 'an ended option paid what its ticks and terms say',
    sql: sql`select count(*) as checked, count(*) filter (where result <> case
              when exit_price is null then 'void' when exit_price = entry_price then 'tie'
              when (exit_price > entry_price) = (side = 'up') then 'win' else 'lose' end
            or paid <> case result when 'win' then stake + profit when 'lose' then 0 else stake end
            or profit <> trunc(stake * c.payout_rate, ${usdtDecimals}::int)
            or o.exit_wait_ms <> c.exit_wait_ms or o.duration_ms <> c.duration_ms) as broken
          from option_orders o join options_configs c on c.config_id = o.config_id and c.version = o.config_version
          where result is not null`,
  },
  {
    name: 'an exit lies in the time that the terms give it, and a void waited for its end',
    sql: sql`select count(*) as checked, count(*) filter (where case
              when exit_at is not null then exit_at < expires_at - ${optionTiming.exitAgeMaxMs} * interval '1 ms'
                or exit_at > expires_at + exit_wait_ms * interval '1 ms' or settled_at < exit_at
              when void_reason = 'no-exit-tick' then settled_at < expires_at + exit_wait_ms * interval '1 ms'
              else false end) as broken
          from option_orders where result is not null and entry_sequence is not null`,
  },
];
