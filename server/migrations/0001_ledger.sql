-- The ledger: balances, the journal of moves behind them, and the commands that were carried out.
-- A move takes one amount of one coin from one bucket to another, so no journal entry can fail to sum to zero.

create type ledger_book as enum ('real', 'bonus');

-- The first four belong to customers, the others to the house.
create type ledger_bucket as enum (
  'available', 'reserved', 'margin', 'staked',
  'bankroll', 'options-reserve', 'contracts-reserve', 'fees', 'staking-rewards', 'shop', 'loans-receivable',
  'bank', 'chain-custody', 'suspense', 'dust', 'capital', 'demo-faucet'
);

create function ledger_is_customer(bucket ledger_bucket) returns boolean
  language sql immutable parallel safe as $$ select bucket <= 'staked'::ledger_bucket $$;

create table ledger_balances (
  account_id uuid not null,
  coin text not null,
  book ledger_book not null,
  available numeric(38, 18) not null default 0 check (available >= 0),
  reserved numeric(38, 18) not null default 0 check (reserved >= 0),
  margin numeric(38, 18) not null default 0 check (margin >= 0),
  staked numeric(38, 18) not null default 0 check (staked >= 0),
  primary key (account_id, coin)
) with (fillfactor = 70);

-- The house's accounts are cut into slices, so that lanes do not queue for one row: 0 is central, each customer's account
-- belongs to one of the others.
create table ledger_house (
  bucket ledger_bucket not null check (not ledger_is_customer(bucket)),
  coin text not null,
  book ledger_book not null,
  slice smallint not null,
  balance numeric(38, 18) not null default 0,
  primary key (bucket, coin, book, slice),
  -- Owner's capital, money at the bank or on chain, and the demo faucet are the ledger's outside: they go below zero.
  constraint house_cannot_owe check (
    balance >= 0 or bucket in ('capital', 'bank', 'chain-custody', 'suspense', 'demo-faucet')
  )
) with (fillfactor = 50);

create table ledger_moves (
  -- The customer whose entry this is; the zero UUID for the house's own entries.
  account_id uuid not null,
  entry_id uuid not null,
  leg smallint not null,
  kind text not null,
  object_id uuid not null,
  coin text not null,
  book ledger_book not null,
  from_bucket ledger_bucket not null,
  to_bucket ledger_bucket not null,
  from_slice smallint not null,
  to_slice smallint not null,
  amount numeric(38, 18) not null check (amount > 0),
  -- Balances of the customer's buckets after this move; null for the house's.
  from_after numeric(38, 18) check ((from_after is null) = (from_bucket > 'staked')),
  to_after numeric(38, 18) check ((to_after is null) = (to_bucket > 'staked')),
  -- What the house sets aside or releases on account of this move, from one of its buckets to another.
  cover_from ledger_bucket check (cover_from > 'staked'),
  cover_to ledger_bucket check (cover_to > 'staked' and cover_to <> cover_from),
  cover_slice smallint,
  cover_amount numeric(38, 18) check (cover_amount > 0),
  at timestamptz not null,
  primary key (account_id, entry_id, leg),
  constraint cover_is_whole check (num_nulls(cover_from, cover_to, cover_slice, cover_amount) in (0, 4)),
  constraint from_and_to_differ check (from_bucket <> to_bucket or from_slice <> to_slice),
  constraint bonus_stays_inside check (
    book = 'real' or not (from_bucket in ('bank', 'chain-custody') or to_bucket in ('bank', 'chain-custody')
      or coalesce(cover_from in ('bank', 'chain-custody') or cover_to in ('bank', 'chain-custody'), false))
  )
);

create table ledger_commands (
  account_id uuid not null,
  key uuid not null,
  name text not null,
  digest bytea not null,
  reply jsonb not null,
  at timestamptz not null,
  primary key (account_id, key)
);

-- Balances and journal are written by ledger_post alone; the journal and the commands are never changed.
create function ledger_only_by_posting() returns trigger language plpgsql as $$
begin
  if current_setting('candor.posting', true) is distinct from 'on' then
    raise exception 'the ledger is written by ledger_post only' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create function ledger_never() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_balances_guard before insert or update or delete on ledger_balances
  for each statement execute function ledger_only_by_posting();
create trigger ledger_house_guard before insert or update or delete on ledger_house
  for each statement execute function ledger_only_by_posting();
create trigger ledger_moves_guard before insert on ledger_moves
  for each statement execute function ledger_only_by_posting();
create trigger ledger_moves_keep before update or delete or truncate on ledger_moves
  for each statement execute function ledger_never();
create trigger ledger_commands_keep before update or delete or truncate on ledger_commands
  for each statement execute function ledger_never();
create trigger ledger_balances_keep before truncate on ledger_balances
  for each statement execute function ledger_never();
create trigger ledger_house_keep before truncate on ledger_house
  for each statement execute function ledger_never();

-- Writes moves and carries them into the balances, all or nothing. Moves of a batch are alike in all but a few things, so they
-- come as three tables: the kinds of move there are, the entries, and the moves, which name both by place.
create function ledger_post(
  p_kind text[], p_coin text[], p_book ledger_book[], p_from ledger_bucket[], p_to ledger_bucket[],
  p_from_slice smallint[], p_to_slice smallint[], p_cover_from ledger_bucket[], p_cover_to ledger_bucket[],
  p_cover_slice smallint[],
  p_account_id uuid[], p_entry_id uuid[], p_object_id uuid[],
  p_form smallint[], p_entry smallint[], p_leg smallint[], p_amount numeric[], p_from_after numeric[], p_to_after numeric[],
  p_cover_amount numeric[], p_at timestamptz
) returns void language plpgsql set candor.posting = 'on' as $$
declare
  expected int;
  changed int;
begin
  if exists (select from unnest(p_book) as b where b <> p_book[1]) and exists (
    select from unnest(p_form, p_entry) as m(form, entry)
    group by p_entry_id[entry] having min(p_book[form]) <> max(p_book[form])
  ) then
    raise exception 'an entry touches both books' using errcode = 'check_violation';
  end if;

  insert into ledger_moves
  select p_account_id[entry], p_entry_id[entry], leg, p_kind[form], p_object_id[entry], p_coin[form], p_book[form],
         p_from[form], p_to[form], p_from_slice[form], p_to_slice[form], amount, from_after, to_after,
         p_cover_from[form], p_cover_to[form], p_cover_slice[form], cover_amount, p_at
  from unnest(p_form, p_entry, p_leg, p_amount, p_from_after, p_to_after, p_cover_amount)
    as m(form, entry, leg, amount, from_after, to_after, cover_amount);

  with change as (
    select p_account_id[entry] as account_id, p_coin[form] as coin, p_book[form] as book,
      coalesce(sum(case 'available'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as available,
      coalesce(sum(case 'reserved'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as reserved,
      coalesce(sum(case 'margin'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as margin,
      coalesce(sum(case 'staked'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as staked
    from unnest(p_form, p_entry, p_amount) as m(form, entry, amount)
    where p_from[form] <= 'staked' or p_to[form] <= 'staked'
    group by 1, 2, 3
  ), updated as (
    update ledger_balances b
    set available = b.available + c.available, reserved = b.reserved + c.reserved,
        margin = b.margin + c.margin, staked = b.staked + c.staked
    from change c
    -- LIMIT keeps the planner from turning the look-up round and reading the whole table instead.
    cross join lateral (select ctid from ledger_balances
      where account_id = c.account_id and coin = c.coin and book = c.book limit 1) as place
    where b.ctid = place.ctid
    returning 1
  )
  select (select count(*) from change), (select count(*) from updated) into expected, changed;
  if changed <> expected then
    raise exception 'a move names a balance that does not exist in its book' using errcode = 'foreign_key_violation';
  end if;

  with moved as (
    select form, sum(amount) as amount, sum(cover_amount) as cover_amount
    from unnest(p_form, p_amount, p_cover_amount) as m(form, amount, cover_amount) group by form
  ), change as (
    select side.bucket, p_coin[form] as coin, p_book[form] as book, side.slice, sum(side.amount) as amount
    from moved, lateral (values
      (p_from[form], p_from_slice[form], -amount), (p_to[form], p_to_slice[form], amount),
      (p_cover_from[form], p_cover_slice[form], -cover_amount), (p_cover_to[form], p_cover_slice[form], cover_amount)
    ) as side(bucket, slice, amount)
    where side.bucket > 'staked' group by 1, 2, 3, 4
  ), updated as (
    update ledger_house h set balance = h.balance + c.amount
    from change c
    where h.bucket = c.bucket and h.coin = c.coin and h.book = c.book and h.slice = c.slice
    returning 1
  )
  select (select count(*) from change), (select count(*) from updated) into expected, changed;
  if changed <> expected then
    raise exception 'a move names a house account that does not exist' using errcode = 'foreign_key_violation';
  end if;
end $$;

-- Makes the rows that moves will need, empty.
create function ledger_open_balances(p_account_id uuid[], p_coin text[], p_book ledger_book[]) returns void
  language sql set candor.posting = 'on' as $$
    insert into ledger_balances (account_id, coin, book)
    select distinct a, c, b from unnest(p_account_id, p_coin, p_book) as n(a, c, b) order by a, c
    on conflict do nothing
  $$;
create function ledger_open_house(p_bucket ledger_bucket[], p_coin text[], p_book ledger_book[], p_slice smallint[])
  returns void language sql set candor.posting = 'on' as $$
    insert into ledger_house (bucket, coin, book, slice)
    select distinct b, c, k, s from unnest(p_bucket, p_coin, p_book, p_slice) as n(b, c, k, s) order by b, c, k, s
    on conflict do nothing
  $$;
