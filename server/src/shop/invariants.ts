// What must hold for the shop in a whole database, besides what the ledger checks of itself.
import type { Claims, Invariant } from '../kit/product.ts';
import { sql } from '../kit/sql.ts';

/** Prices of tickets whose draw is still to come, and all that can be won or rebated with them. */
export const shopClaims: Claims = {
  customers: {
    reserved: sql`select account_id, 'USDT' as coin, book, price as amount from shop_tickets where outcome is null`,
  },
  house: {
    shop: sql`select 'USDT' as coin, 'real' as book, prize * winners + rebate * (tickets - winners) as amount
        from shop_periods where state in ('open', 'closed')
      union all
      select 'USDT', 'real', case when t.number::text = any (string_to_array(d.winning_num, ',')) then p.prize else p.rebate end
        from shop_tickets t join shop_draws d using (period_id) join shop_periods p using (period_id) where t.outcome is null
      union all
      select 'USDT', 'real', worth from shop_prizes where state in ('open', 'addressed')`,
  },
};

export const shopInvariants: readonly Invariant[] = [
  {
    name: 'a period has as many tickets as it sold, numbered without gaps, each at its price',
    sql: sql`select count(*) as checked, count(*) filter (where sold <> held or held <> last or wrong > 0) as broken
          from (select p.sold, count(t.number) as held, coalesce(max(t.number), 0) as last,
              count(*) filter (where t.price <> p.price) as wrong
            from shop_periods p left join shop_tickets t using (period_id) group by p.period_id) as periods`,
  },
  {
    name: 'a ticket is paid what its draw says, once, and what is in the journal',
    sql: sql`select count(*) as checked, count(*) filter (where bought <> 1 or given <> coalesce(paid, 0) + coalesce(taken, 0)
              or spent <> case when outcome in ('won', 'lost') then price else 0 end
              or paid <> case outcome when 'refunded' then price when 'lost' then rebate
                else case prize_kind when 'coin' then prize else 0 end end) as broken
          from (select t.outcome, t.paid, t.price, p.prize, p.prize_kind, p.rebate,
              (select worth from shop_prizes z where z.prize_id = t.ticket_id and z.state = 'taken') as taken,
              count(*) filter (where m.kind = 'ticket-bought') as bought,
              coalesce(sum(m.amount) filter (where m.kind = 'ticket-spent'), 0) as spent,
              coalesce(sum(m.amount) filter (where m.kind in ('ticket-prize', 'ticket-rebate', 'ticket-refunded')), 0) as given
            from shop_tickets t join shop_periods p using (period_id)
            left join ledger_moves m on m.account_id = t.account_id and m.object_id = t.ticket_id
            group by t.account_id, t.ticket_id, p.period_id) as tickets`,
  },
  {
    name: 'a list was public before its round, and every drawn period has one',
    sql: sql`select count(*) as checked, count(*) filter (where l.period_id is null and p.state = 'drawn' or l.size <> p.sold
              or l.root <> (leaf::jsonb -> 'body' ->> 'root') or l.round::text <> (leaf::jsonb -> 'body' ->> 'round')
              or to_timestamp((leaf::json ->> 'at_ms')::bigint / 1000.0) >= l.round_at
              or leaf::jsonb -> 'body' ->> 'period_id' <> p.period_id::text) as broken
          from shop_periods p left join shop_lists l using (period_id) left join public_log g on g.seq = l.log_seq
          where p.state = 'drawn' or l.period_id is not null`,
  },
  {
    name: 'a period is drawn where it has a draw, void where it has a reason, and nowhere both',
    sql: sql`select count(*) as checked, count(*) filter (where (state = 'drawn') <> (d.period_id is not null)
              or (state = 'void') <> (v.period_id is not null)) as broken
          from shop_periods left join shop_draws d using (period_id) left join shop_voids v using (period_id)`,
  },
  {
    name: 'a good that was won is a winning ticket’s, and worth what its period says',
    sql: sql`select count(*) as checked, count(*) filter (where z.prize_id is null or t.ticket_id is null
              or z.account_id <> t.account_id or z.worth <> p.prize) as broken
          from shop_prizes z full join (select t.* from shop_tickets t join shop_periods p using (period_id)
              where p.prize_kind = 'good' and t.outcome = 'won') as t on t.ticket_id = z.prize_id
          left join shop_periods p on p.period_id = coalesce(z.period_id, t.period_id)`,
  },
  {
    name: 'a prize has an address where it waits to be sent or was sent',
    sql: sql`select count(*) as checked, count(*) filter (where a.prize_id is null) as broken
          from shop_prizes left join shop_addresses a using (prize_id) where state in ('addressed', 'sent')`,
  },
];
