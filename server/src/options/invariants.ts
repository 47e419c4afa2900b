// What must hold for options in a whole database, besides what the ledger checks of itself.

/** What customers have reserved for open orders: account and amount, for the check of reserved balances. */
export const reservedByOptions = `select account_id, sum(stake) as amount from option_orders
  where result is null group by account_id`;

/** What the house must hold for open orders, for the ledger's check; wad sums as the database computes them. */
export const optionInvariants: readonly { name: string; sql: string }[] = [
  {
    name: 'the options reserve holds exactly what open orders can win',
    sql: `select count(*) as checked, count(*) filter (where coalesce(h.held, 0) <> coalesce(o.owed, 0)) as broken
          from (select book, sum(balance) as held from ledger_house where bucket = 'options-reserve' group by book) as h
          full join (select book, sum(profit) as owed from option_orders where result is null group by book) as o
          using (book)`,
  },
  {
    name: 'an ended option paid what its ticks and terms say',
    sql: `select count(*) as checked, count(*) filter (where result <> case
              when exit_price is null then 'void' when exit_price = entry_price then 'tie'
              when (exit_price > entry_price) = (side = 'up') then 'win' else 'lose' end
            or paid <> case result when 'win' then stake + profit when 'lose' then 0 else stake end
            or profit <> trunc(stake * c.payout_rate, 4)) as broken
          from option_orders o join options_configs c on c.config_id = o.config_id and c.version = o.config_version
          where result is not null`,
  },
  {
    name: 'an option is placed once and ended once in the journal',
    sql: `select count(*) as checked, count(*) filter (where placed <> 1 or ended <> (result is not null)::int) as broken
          from (select o.result, count(*) filter (where m.kind = 'option-placed') as placed,
                  count(distinct m.entry_id) filter (where m.kind in ('option-returned', 'option-lost')) as ended
                from option_orders o left join ledger_moves m
                  on m.account_id = o.account_id and m.object_id = o.order_id
                group by o.account_id, o.order_id, o.result) as orders`,
  },
];
