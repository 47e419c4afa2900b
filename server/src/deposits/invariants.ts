// What must hold for deposits in a whole database, besides what the ledger checks of itself.
import { coinScales } from '../chains/coin-scales.ts';
import type { depositMovements } from '@candor/wire';
import type { Claims, Explains, Invariant, KindOf, MoveTimes } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

/** What of frozen deposits could be set aside. */
export const depositClaims: Claims = {
  customers: {
    reserved: sql`select account_id, asset as coin, 'real'::ledger_book as book, on_hold as amount from deposits where on_hold > 0`,
  },
};

const credited = sql`select d.*, s.unit from deposits d join ${coinScales}
    on s.network = d.network and s.asset = d.asset`;

/** One may be frozen and released as often as its block is replaced. */
export const depositExplains: Explains<KindOf<typeof depositMovements>> = {
  'deposit-credited': {
    rows: sql`select account_id, deposit_id as object_id, asset as coin, 'real' as book, units::numeric * unit as amount
      from (${credited}) as deposits where credited_at is not null`,
  },
  'deposit-frozen': {
    rows: sql`select account_id, deposit_id as object_id, asset as coin, 'real' as book, on_hold as amount from deposits`,
    isInParts: true,
  },
  'deposit-released': { takesBack: 'deposit-frozen' },
};

export const depositTimes: MoveTimes<KindOf<typeof depositMovements>> = {
  'deposit-credited': sql`select account_id, deposit_id as object_id, credited_at as said_at from deposits where credited_at is not null`,
};

export const depositInvariants: readonly Invariant[] = [
  {
    name: 'custody owes exactly what chains have paid in less what was sent out, and bonus money has met no chain',
    sql: sql`select count(*) as checked, count(*) filter (where owed <> paid) as broken
          from (select coalesce(h.coin, d.asset) as coin, coalesce(h.owed, 0) as owed, coalesce(d.paid, 0) as paid
                from (select coin, -sum(balance) as owed from ledger_house where bucket = 'chain-custody' group by coin) as h
                full join (select asset, sum(paid) as paid from (select asset, units::numeric * unit as paid from (${credited}) as all_deposits
                    where credited_at is not null
                  union all select coin, -amount from ledger_moves where kind = 'withdrawal-sent') as flows group by asset) as d on d.asset = h.coin) as sums`,
  },
  {
    name: 'no deposit is credited that a second node denies, unless two operators let it pass',
    sql: sql`select count(*) as checked, count(*) filter (where verdict = 'contradicts' and not is_cleared) as broken
          from deposits join deposit_checks using (deposit_id) where credited_at is not null`,
  },
];
