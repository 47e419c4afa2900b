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
  -- Balances of the two buckets after this move.
  from_after numeric(38, 18) not null,
  to_after numeric(38, 18) not null,
  at timestamptz not null,
  primary key (account_id, entry_id, leg),
  constraint bonus_stays_inside check (
    book = 'real' or not (from_bucket in ('bank', 'chain-custody') or to_bucket in ('bank', 'chain-custody'))
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

-- Writes moves and carries them into the balances, all or nothing. One array element a move.
create function ledger_post(
  p_account_id uuid[], p_entry_id uuid[], p_leg smallint[], p_kind text[], p_object_id uuid[], p_coin text[],
  p_book ledger_book[], p_from ledger_bucket[], p_to ledger_bucket[], p_from_slice smallint[], p_to_slice smallint[],
  p_amount numeric[], p_from_after numeric[], p_to_after numeric[], p_at timestamptz
) returns void language plpgsql set candor.posting = 'on' as $$
declare
  expected int;
  changed int;
begin
  if exists (
    select from unnest(p_account_id, p_entry_id, p_book) as m(account_id, entry_id, book)
    group by account_id, entry_id having min(book) <> max(book)
  ) then
    raise exception 'an entry touches both books' using errcode = 'check_violation';
  end if;

  insert into ledger_moves
  select account_id, entry_id, leg, kind, object_id, coin, book, from_bucket, to_bucket, from_slice, to_slice,
         amount, from_after, to_after, p_at
  from unnest(p_account_id, p_entry_id, p_leg, p_kind, p_object_id, p_coin, p_book, p_from, p_to, p_from_slice,
              p_to_slice, p_amount, p_from_after, p_to_after)
    as m(account_id, entry_id, leg, kind, object_id, coin, book, from_bucket, to_bucket, from_slice, to_slice,
         amount, from_after, to_after);

  with moved as (
    select m.account_id, m.coin, m.book, side.bucket, side.amount
    from unnest(p_account_id, p_coin, p_book, p_from, p_to, p_amount)
      as m(account_id, coin, book, from_bucket, to_bucket, amount),
      lateral (values (m.from_bucket, -m.amount), (m.to_bucket, m.amount)) as side(bucket, amount)
    where ledger_is_customer(side.bucket)
  ), change as (
    select account_id, coin, book,
      coalesce(sum(amount) filter (where bucket = 'available'), 0) as available,
      coalesce(sum(amount) filter (where bucket = 'reserved'), 0) as reserved,
      coalesce(sum(amount) filter (where bucket = 'margin'), 0) as margin,
      coalesce(sum(amount) filter (where bucket = 'staked'), 0) as staked
    from moved group by account_id, coin, book
  ), updated as (
    update ledger_balances b
    set available = b.available + c.available, reserved = b.reserved + c.reserved,
        margin = b.margin + c.margin, staked = b.staked + c.staked
    from change c
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
    select m.coin, m.book, side.bucket, side.slice, side.amount
    from unnest(p_coin, p_book, p_from, p_to, p_from_slice, p_to_slice, p_amount)
      as m(coin, book, from_bucket, to_bucket, from_slice, to_slice, amount),
      lateral (values (m.from_bucket, m.from_slice, -m.amount), (m.to_bucket, m.to_slice, m.amount))
        as side(bucket, slice, amount)
    where not ledger_is_customer(side.bucket)
  ), change as (
    select bucket, coin, book, slice, sum(amount) as amount from moved group by bucket, coin, book, slice
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
