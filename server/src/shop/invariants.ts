// What must hold for the shop in a whole database, besides what the ledger checks of itself.
import type { shopMovements } from '@candor/wire';
import {
  hoursChecked,
  type Claims,
  type Explains,
  type Invariant,
  type KindOf,
  type MoveTimes,
} from '../kit/product.ts';
import { sql } from '../kit/sql.ts';
import { houseAccountId } from '../ledger/command.ts';
import { drawsRule } from './draws-rule.ts';

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

const ticket = sql`account_id, ticket_id as object_id, 'USDT' as coin, book`;
/** What all tickets of a period can win or get back is reserved on the house's own account, and set free as far as nobody can any more. */
const period = sql`${houseAccountId}::uuid as account_id, period_id as object_id, 'USDT' as coin, 'real' as book`;
export const shopExplains: Explains<KindOf<typeof shopMovements> | 'shop-reserved' | 'shop-released'> = {
  'ticket-bought': { rows: sql`select ${ticket}, price as amount from shop_tickets` },
  'ticket-spent': { rows: sql`select ${ticket}, price as amount from shop_tickets where outcome in ('won', 'lost')` },
  'ticket-refunded': { rows: sql`select ${ticket}, price as amount from shop_tickets where outcome = 'refunded'` },
  'ticket-rebate': { rows: sql`select ${ticket}, paid as amount from shop_tickets where outcome = 'lost'` },
  'ticket-prize': {
    rows: sql`select ${ticket}, paid as amount from shop_tickets where outcome = 'won'
      union all select account_id, prize_id, 'USDT', 'real', worth from shop_prizes where state = 'taken'`,
  },
  'shop-reserved': {
    rows: sql`select ${period}, prize * winners + rebate * (tickets - winners) as amount from shop_periods`,
  },
  'shop-released': {
    rows: sql`select ${period}, case state when 'void' then prize * winners + rebate * (tickets - winners)
        else prize * (winners - least(winners, sold)) + rebate * ((tickets - winners) - (sold - least(winners, sold))) end as amount
        from shop_periods where state in ('drawn', 'void')
      union all select ${houseAccountId}::uuid, prize_id, 'USDT', 'real', worth from shop_prizes where state = 'sent'`,
  },
};

const tickets = sql`select account_id, ticket_id as object_id`;
const ended = sql`${tickets}, ended_at as said_at from shop_tickets where outcome is not null`;
export const shopTimes: MoveTimes<KindOf<typeof shopMovements>> = {
  'ticket-bought': sql`${tickets}, bought_at as said_at from shop_tickets`,
  'ticket-spent': ended,
  'ticket-refunded': ended,
  'ticket-rebate': ended,
  'ticket-prize': sql`${ended}
    union all select account_id, prize_id, changed_at from shop_prizes where state = 'taken'`,
};

export const shopInvariants: readonly Invariant[] = [
  drawsRule({ lastHours: hoursChecked }),
  {
    name: 'a drawn period sold at least as many tickets as it needs',
    sql: sql`select count(*) as checked, count(*) filter (where sold < tickets_min) as broken from shop_periods where state = 'drawn'`,
  },
  {
    name: 'a period has as many tickets as it sold, numbered without gaps, each at its price',
    sql: sql`select count(*) as checked, count(*) filter (where sold <> held or held <> last or wrong > 0) as broken
          from (select p.sold, count(t.number) as held, coalesce(max(t.number), 0) as last,
              count(*) filter (where t.price <> p.price) as wrong
            from shop_periods p left join shop_tickets t using (period_id) group by p.period_id) as periods`,
  },
  {
    name: 'a ticket is paid what its draw says',
    sql: sql`select count(*) as checked, count(*) filter (where paid <> case outcome when 'refunded' then t.price when 'lost' then rebate
                else case prize_kind when 'coin' then prize else 0 end end) as broken
          from shop_tickets t join shop_periods p using (period_id)`,
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
