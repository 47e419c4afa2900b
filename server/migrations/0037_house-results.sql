-- What customers lost to the house and gained from it, by day and kind of movement, counted from the journal when the day was over.

create table house_result_days (
  -- UTC.
  day date primary key,
  counted_at timestamptz not null default clock_timestamp()
);
create table house_results (
  day date not null references house_result_days,
  kind text not null,
  coin text not null,
  -- From customers to the house, from the house to customers, and what went back to customers of what was their own. Real money.
  taken numeric not null check (taken >= 0),
  given numeric not null check (given >= 0),
  returned numeric not null check (returned >= 0),
  primary key (day, kind, coin)
);
-- Of the 12 months up to the end of the day: accounts that a product took from or gave to, and those that it took more from.
create table house_losers (
  day date not null references house_result_days,
  product text not null,
  accounts int not null check (accounts >= 0),
  losing int not null check (losing between 0 and accounts),
  primary key (day, product)
);
create trigger house_result_days_keep before update or delete or truncate on house_result_days
  for each statement execute function append_only();
create trigger house_results_keep before update or delete or truncate on house_results
  for each statement execute function append_only();
create trigger house_losers_keep before update or delete or truncate on house_losers
  for each statement execute function append_only();
grant select, insert on house_result_days, house_results, house_losers to candor_app;

-- What the journal says of the days from one to another, both included.
create function house_results_between(p_from date, p_to date)
  returns table (day date, kind text, coin text, taken numeric, given numeric, returned numeric) language sql stable
  set search_path = public, pg_temp as $$
    select (at at time zone 'UTC')::date, kind, coin,
      coalesce(sum(amount) filter (where ledger_is_customer(from_bucket) and not ledger_is_customer(to_bucket)), 0),
      coalesce(sum(amount) filter (where ledger_is_customer(to_bucket) and not ledger_is_customer(from_bucket)), 0),
      coalesce(sum(amount) filter (where ledger_is_customer(from_bucket) and to_bucket = 'available'), 0)
    from ledger_moves
    where book = 'real' and at >= p_from::timestamp at time zone 'UTC' and at < (p_to + 1)::timestamp at time zone 'UTC'
      and account_id <> '00000000-0000-0000-0000-000000000000'
    group by 1, 2, 3
  $$;
