// What must hold for deposits in a whole database, besides what the ledger checks of itself.
import { coinScales } from '../chains/coin-scales.ts';
import type { Claims, Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

/** What of frozen deposits could be set aside. */
export const depositClaims: Claims = {
  customers: {
    reserved: sql`select account_id, asset as coin, 'real'::ledger_book as book, on_hold as amount from deposits where on_hold > 0`,
  },
};

const credited = sql`select d.*, s.scale from deposits d join ${coinScales}
    on s.network = d.network and s.asset = d.asset`;

export const depositInvariants: readonly Invariant[] = [
  {
    name: 'a deposit is credited once, with what the chain paid to the last unit, and no other is',
    sql: sql`select count(*) as checked, count(*) filter (where times <> (credited_at is not null)::int
            or (credited_at is not null and paid * scale <> units::numeric)) as broken
          from (select d.deposit_id, d.credited_at, d.scale, d.units, count(m.entry_id) as times, coalesce(sum(m.amount), 0) as paid
                from (${credited}) as d left join ledger_moves m
                  on m.account_id = d.account_id and m.object_id = d.deposit_id and m.kind = 'deposit-credited'
                group by d.deposit_id, d.credited_at, d.scale, d.units) as booked`,
  },
  {
    name: 'what is set aside of a frozen deposit is in the journal, and released with it',
    sql: sql`select count(*) as checked, count(*) filter (where held <> on_hold) as broken
          from (select d.deposit_id, d.on_hold, coalesce(sum(case m.kind when 'deposit-frozen' then m.amount
                  when 'deposit-released' then -m.amount end), 0) as held
                from deposits d left join ledger_moves m
                  on m.account_id = d.account_id and m.object_id = d.deposit_id and m.kind in ('deposit-frozen', 'deposit-released')
                where d.credited_at is not null group by d.deposit_id, d.on_hold) as holds`,
  },
  {
    name: 'custody owes exactly what chains have paid in less what was sent out, and bonus money has met no chain',
    sql: sql`select count(*) as checked, count(*) filter (where owed <> paid) as broken
          from (select coalesce(h.coin, d.asset) as coin, coalesce(h.owed, 0) as owed, coalesce(d.paid, 0) as paid
                from (select coin, -sum(balance) as owed from ledger_house where bucket = 'chain-custody' group by coin) as h
                full join (select asset, sum(paid) as paid from (select asset, (units::numeric / scale)::numeric(38, 18) as paid from (${credited}) as all_deposits
                    where credited_at is not null
                  union all select coin, -amount from ledger_moves where kind = 'withdrawal-sent') as flows group by asset) as d on d.asset = h.coin) as sums`,
  },
  {
    name: 'no deposit is credited that a second node denies, unless two operators let it pass',
    sql: sql`select count(*) as checked, count(*) filter (where verdict = 'contradicts' and not is_cleared) as broken
          from deposits join deposit_checks using (deposit_id) where credited_at is not null`,
  },
];
