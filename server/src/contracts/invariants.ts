// What must hold for contracts in a whole database, besides what the ledger checks of itself.

/** What customers have reserved for orders that wait: account and amount, for the check of reserved balances. */
export const reservedByContracts = `select account_id, sum(margin + fee) as amount from contract_orders
  where state = 'waiting' group by account_id`;

/** The slice of the house that an account belongs to, as ledger/slices.ts has it. */
const slice = `1 + ('x' || lpad(right(account_id::text, 4), 8, '0'))::bit(32)::int % 4`;

export const contractInvariants: readonly { name: string; sql: string }[] = [
  {
    name: 'the contracts reserve holds exactly what is set aside for the coins',
    sql: `select count(*) as checked, count(*) filter (where coalesce(h.held, 0) <> coalesce(e.reserved, 0)) as broken
          from (select book, slice, sum(balance) as held from ledger_house where bucket = 'contracts-reserve'
                group by book, slice) as h
          full join (select book, slice, sum(reserved) as reserved from contract_exposures group by book, slice) as e
          using (book, slice)`,
  },
  {
    name: 'what the house has at stake in a coin is what customers hold and wait for',
    sql: `with held as (
            select coin, book, ${slice} as slice,
              coalesce(sum(case side when 'long' then amount else -amount end) filter (where state = 'open'), 0) as net,
              coalesce(sum(amount) filter (where state = 'waiting' and side = 'long'), 0) as waiting_long,
              coalesce(sum(amount) filter (where state = 'waiting' and side = 'short'), 0) as waiting_short
            from (select *, open_sheets * sheet_size as amount from contract_orders where state <> 'ended') as orders
            group by 1, 2, 3)
          select count(*) as checked, count(*) filter (where
              (coalesce(e.net, 0), coalesce(e.waiting_long, 0), coalesce(e.waiting_short, 0))
              is distinct from (coalesce(h.net, 0), coalesce(h.waiting_long, 0), coalesce(h.waiting_short, 0))) as broken
          from contract_exposures e full join held h using (coin, book, slice)`,
  },
  {
    name: 'margin balances hold exactly the margins of open positions',
    sql: `select count(*) as checked, count(*) filter (where coalesce(b.margin, 0) <> coalesce(o.held, 0)) as broken
          from (select account_id, margin from ledger_balances where coin = 'USDT') as b
          full join (select account_id, sum(open_margin + open_added) as held from contract_orders where state = 'open'
                     group by account_id) as o using (account_id)`,
  },
  {
    name: 'an ended contract paid what its ticks and terms say, and never took more than its margin',
    sql: `with ended as (
            select o.*, coalesce(p.paid, 0) as paid_before, coalesce(p.margin, 0) as margin_before,
              open_margin + open_added as held,
              floor((case side when 'long' then exit_price - entry_price else entry_price - exit_price end)
                * open_sheets * sheet_size * 10000) / 10000 as pnl
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
    sql: `select count(*) as checked, count(*) filter (where not case result
              when 'liquidated' then (side = 'long') = (exit_price <= liquidation_price) or exit_price = liquidation_price
              when 'stop-loss' then (side = 'long') = (exit_price <= stop_loss) or exit_price = stop_loss
              when 'take-profit' then (side = 'long') = (exit_price >= take_profit) or exit_price = take_profit
              else close_accepted_sequence < exit_sequence and close_received_at + interval '250 ms' <= exit_at
                and (side = 'long') = (exit_price > liquidation_price)
            end) as broken
          from contract_orders where state = 'ended' and result <> 'cancelled'`,
  },
  {
    name: 'a contract is placed once and ended once in the journal',
    sql: `with lines as (
            select account_id, object_id,
              count(*) filter (where kind = 'contract-placed') as placed,
              count(*) filter (where kind = 'contract-opened') as opened,
              count(*) filter (where kind = 'contract-cancelled') as cancelled,
              coalesce(sum(amount) filter (where kind = 'contract-fee'), 0) as fee,
              coalesce(sum(amount) filter (where kind in ('contract-returned', 'contract-profit', 'contract-cancelled')), 0)
                as returned
            from ledger_moves where kind like 'contract-%' group by account_id, object_id)
          select count(*) as checked, count(*) filter (where l.placed is distinct from 1
              or l.opened <> (entry_sequence is not null)::int
              or l.cancelled <> (result is not distinct from 'cancelled')::int
              or l.fee <> case when entry_sequence is null then 0 else o.fee end
              or l.returned <> o.paid) as broken
          from contract_orders o full join lines l on l.account_id = o.account_id and l.object_id = o.order_id`,
  },
];
