-- The ledger: balances, the journal of moves behind them, and the commands that were carried out.
-- A move takes one amount of one coin from one bucket to another, so no journal entry can fail to sum to zero.
--
-- The schema belongs to candor_owner, who migrates; the server is candor_app, who may do to each table what a grant beside it says,
-- and write balances and journal by calling the functions that post, which act as their owner.

create type ledger_book as enum ('real', 'bonus');

-- Where money can be. The functions below say once what a bucket is; the rest of the schema and the server ask them.
create type ledger_bucket as enum (
  'available', 'reserved', 'margin', 'staked',
  'bankroll', 'options-reserve', 'contracts-reserve', 'fees', 'staking-rewards', 'shop', 'loans-receivable',
  'bank', 'chain-custody', 'suspense', 'dust', 'capital', 'demo-faucet'
);

-- A customer's; each is a column of ledger_balances. All others are the house's.
create function ledger_is_customer(bucket ledger_bucket) returns boolean language sql immutable parallel safe
  as $$ select bucket in ('available', 'reserved', 'margin', 'staked') $$;
-- Owner's capital, money at the bank or on chain, and the demo faucet are where money comes from: they go below zero.
create function ledger_may_owe(bucket ledger_bucket) returns boolean language sql immutable parallel safe
  as $$ select bucket in ('capital', 'bank', 'chain-custody', 'suspense', 'demo-faucet') $$;
-- Money outside of the platform, which bonus money never meets.
create function ledger_is_outside(bucket ledger_bucket) returns boolean language sql immutable parallel safe
  as $$ select bucket in ('bank', 'chain-custody') $$;

-- Rows that commands read and write say how often they were written, and every write checks it: a row is changed from the version
-- that was read or not at all, the first time too.

create table ledger_balances (
  account_id uuid not null,
  coin text not null,
  book ledger_book not null,
  available numeric(38, 18) not null default 0 check (available >= 0),
  reserved numeric(38, 18) not null default 0 check (reserved >= 0),
  margin numeric(38, 18) not null default 0 check (margin >= 0),
  staked numeric(38, 18) not null default 0 check (staked >= 0),
  version bigint not null default 0,
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
  constraint house_cannot_owe check (balance >= 0 or ledger_may_owe(bucket))
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
  from_after numeric(38, 18) check ((from_after is null) = (not ledger_is_customer(from_bucket))),
  to_after numeric(38, 18) check ((to_after is null) = (not ledger_is_customer(to_bucket))),
  -- What the house sets aside or releases on account of this move, from one of its buckets to another.
  cover_from ledger_bucket check (not ledger_is_customer(cover_from)),
  cover_to ledger_bucket check (not ledger_is_customer(cover_to) and cover_to <> cover_from),
  cover_slice smallint,
  cover_amount numeric(38, 18) check (cover_amount > 0),
  at timestamptz not null,
  -- The order of the journal, given by the database and not by the time in an entry's id: a clock that was set back, or two processes
  -- whose clocks differ, change nothing about which of two moves came first. Moves of one balance get their numbers in the order of
  -- their commits, as each is posted to the version of the balance that the one before left.
  sequence bigint generated always as identity,
  primary key (account_id, sequence),
  constraint cover_is_whole check (num_nulls(cover_from, cover_to, cover_slice, cover_amount) in (0, 4)),
  constraint from_and_to_differ check (from_bucket <> to_bucket or from_slice <> to_slice),
  constraint bonus_stays_inside check (
    book = 'real' or not (ledger_is_outside(from_bucket) or ledger_is_outside(to_bucket)
      or coalesce(ledger_is_outside(cover_from) or ledger_is_outside(cover_to), false))
  )
);

create table ledger_commands (
  account_id uuid not null,
  key uuid not null,
  name text not null,
  digest bytea not null,
  -- The text that JSON.stringify made of it; nothing searches in replies.
  reply json not null,
  at timestamptz not null,
  primary key (account_id, key)
);

-- Guards what is never changed, not by its owner either: the journal, the commands, the archive, and the like of other products.
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_moves_keep before update or delete or truncate on ledger_moves
  for each statement execute function append_only();
create trigger ledger_commands_keep before update or truncate on ledger_commands
  for each statement execute function append_only();
create trigger ledger_balances_keep before truncate on ledger_balances
  for each statement execute function append_only();
create trigger ledger_house_keep before truncate on ledger_house
  for each statement execute function append_only();

-- Fails the transaction of a statement that wrote other rows than it was given. Where rows are read without a lock, another may have
-- written them since, and trying again helps.
create function expect_rows(p_table text, p_expected bigint, p_written bigint, p_is_unlocked boolean) returns void
  language plpgsql as $$
begin
  if p_written <> p_expected then
    raise exception '% of % rows of % were written', p_written, p_expected, p_table
      using errcode = case when p_is_unlocked then 'serialization_failure' else 'triggered_data_change_violation' end;
  end if;
end $$;

-- Writes moves and carries them into the balances, all or nothing. Moves of a batch are of few forms, so they come as two tables:
-- the forms, and the moves, which name their form by its place. A move of a customer's names the version of the balance that it was
-- decided on.
create function ledger_post(
  p_kind text[], p_coin text[], p_book ledger_book[], p_from ledger_bucket[], p_to ledger_bucket[],
  p_from_slice smallint[], p_to_slice smallint[], p_cover_from ledger_bucket[], p_cover_to ledger_bucket[],
  p_cover_slice smallint[],
  p_form smallint[], p_account_id uuid[], p_entry_id uuid[], p_leg smallint[], p_object_id uuid[], p_amount numeric[],
  p_from_after numeric[], p_to_after numeric[], p_cover_amount numeric[], p_at timestamptz,
  p_version bigint[] default null
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  expected int;
  changed int;
begin
  if p_book[1] <> any (p_book) then
    if exists (
      select from unnest(p_form, p_entry_id) as m(form, entry_id)
      group by entry_id having min(p_book[form]) <> max(p_book[form])
    ) then
      raise exception 'an entry touches both books' using errcode = 'check_violation';
    end if;
  end if;

  insert into ledger_moves
  select account_id, entry_id, leg, p_kind[form], object_id, p_coin[form], p_book[form],
         p_from[form], p_to[form], p_from_slice[form], p_to_slice[form], amount, from_after, to_after,
         p_cover_from[form], p_cover_to[form], p_cover_slice[form], cover_amount, p_at
  -- In the list of a select, functions that return rows give them one by one; behind FROM each would fill a table first.
  from (select unnest(p_form) as form, unnest(p_account_id) as account_id, unnest(p_entry_id) as entry_id,
          unnest(p_leg) as leg, unnest(p_object_id) as object_id, unnest(p_amount) as amount,
          unnest(p_from_after) as from_after, unnest(p_to_after) as to_after, unnest(p_cover_amount) as cover_amount) as m;

  with updated as (
    update ledger_balances b
    set available = b.available + c.available, reserved = b.reserved + c.reserved,
        margin = b.margin + c.margin, staked = b.staked + c.staked, version = b.version + 1
    from (
      select account_id, p_coin[form] as coin, p_book[form] as book, version, count(*) as moves,
        coalesce(sum(case 'available'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as available,
        coalesce(sum(case 'reserved'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as reserved,
        coalesce(sum(case 'margin'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as margin,
        coalesce(sum(case 'staked'::ledger_bucket when p_to[form] then amount when p_from[form] then -amount end), 0) as staked
      from (select unnest(p_form) as form, unnest(p_account_id) as account_id, unnest(p_amount) as amount,
              unnest(p_version) as version) as m
      where ledger_is_customer(p_from[form]) or ledger_is_customer(p_to[form])
      group by 1, 2, 3, 4
    ) as c
    -- Comparisons with lists of one keep the planner from turning the look-up round and reading the whole table instead.
    where b.account_id = any (array[c.account_id]) and b.coin = any (array[c.coin])
      and b.book = c.book and b.version = c.version
    returning c.moves
  )
  select (select count(*) from unnest(p_form) as form where ledger_is_customer(p_from[form]) or ledger_is_customer(p_to[form])),
         (select coalesce(sum(moves), 0) from updated)
  into expected, changed;
  if changed <> expected then
    if exists (
      select from unnest(p_form, p_account_id) as m(form, account_id)
      where (ledger_is_customer(p_from[form]) or ledger_is_customer(p_to[form])) and not exists (
        select from ledger_balances b where b.account_id = m.account_id and coin = p_coin[form] and book = p_book[form])
    ) then
      raise exception 'a move names a balance that does not exist in its book' using errcode = 'foreign_key_violation';
    end if;
    raise exception 'a balance has changed since it was read' using errcode = 'serialization_failure';
  end if;

  with moved as (
    select form, sum(amount) as amount, sum(cover_amount) as cover_amount
    from (select unnest(p_form) as form, unnest(p_amount) as amount, unnest(p_cover_amount) as cover_amount) as m group by form
  ), change as (
    select side.bucket, p_coin[form] as coin, p_book[form] as book, side.slice, sum(side.amount) as amount
    from moved, lateral (values
      (p_from[form], p_from_slice[form], -amount), (p_to[form], p_to_slice[form], amount),
      (p_cover_from[form], p_cover_slice[form], -cover_amount), (p_cover_to[form], p_cover_slice[form], cover_amount)
    ) as side(bucket, slice, amount)
    where not ledger_is_customer(side.bucket) group by 1, 2, 3, 4
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
  language sql security definer set search_path = public, pg_temp as $$
    insert into ledger_balances (account_id, coin, book)
    select distinct a, c, b from unnest(p_account_id, p_coin, p_book) as n(a, c, b) order by a, c
    on conflict do nothing
  $$;
create function ledger_open_house(p_bucket ledger_bucket[], p_coin text[], p_book ledger_book[], p_slice smallint[])
  returns void language sql security definer set search_path = public, pg_temp as $$
    insert into ledger_house (bucket, coin, book, slice)
    select distinct b, c, k, s from unnest(p_bucket, p_coin, p_book, p_slice) as n(b, c, k, s) order by b, c, k, s
    on conflict do nothing
  $$;

-- The house's rows in their one order, locked until the end of the transaction.
create function ledger_lock_house(p_bucket ledger_bucket[], p_coin text[], p_book ledger_book[], p_slice smallint[])
  returns setof ledger_house language plpgsql rows 10 security definer set search_path = public, pg_temp as $$
begin
  return query select house.* from ledger_house as house
    where (house.bucket, house.coin, house.book, house.slice) in (select * from unnest(p_bucket, p_coin, p_book, p_slice))
    order by house.bucket, house.coin, house.book, house.slice for update;
end $$;

-- A refusal is kept for its key, but it changed nothing: after two days it may go. The key of what had an effect never goes.
create function ledger_is_refusal(reply json) returns boolean language sql immutable parallel safe
  as $$ select left(reply::text, 10) = '{"refused"' $$;

create index ledger_commands_refusals on ledger_commands (at) where ledger_is_refusal(reply);

create trigger ledger_commands_keep_effects before delete on ledger_commands
  for each row when (not ledger_is_refusal(old.reply) or old.at > now() - interval '48 hours')
  execute function append_only();

-- Forgets at most so many; returns how many it forgot.
create function ledger_forget_refusals(p_limit int) returns int
  language sql security definer set search_path = public, pg_temp as $$
  with forgotten as (
    delete from ledger_commands where ctid = any (array(
      select ctid from ledger_commands where ledger_is_refusal(reply) and at <= now() - interval '48 hours'
      order by at limit p_limit))
    returning 1
  )
  select count(*)::int from forgotten
$$;

-- What a caller without Idempotency-Keys asked, and the key that it was done under: the same again within 2 s of the first is the
-- same intent, whichever lane or process it comes to. By the database's clock, which is one for all.
create table keyless_claims (
  caller text not null check (length(caller) between 1 and 64),
  digest bytea not null check (length(digest) = 32),
  key uuid not null,
  claimed_at timestamptz not null,
  primary key (caller, digest)
);
create index keyless_claims_old on keyless_claims (claimed_at);

-- Payments that the house owes: a result is fixed at its tick, and where the money for it is not there yet, what is missing stands
-- here and is paid in this order.

create table house_dues (
  due_id uuid primary key,
  -- The order in which they were settled, and are paid.
  sequence bigint generated always as identity unique,
  account_id uuid not null,
  book ledger_book not null,
  coin text not null,
  -- What the bill will say, and what it is about.
  kind text not null,
  object_id uuid not null,
  amount numeric(38, 18) not null check (amount > 0),
  -- What of it is not paid yet.
  unpaid numeric(38, 18) not null check (unpaid between 0 and amount),
  at timestamptz not null,
  paid_at timestamptz,
  version bigint not null default 0,
  check ((unpaid = 0) = (paid_at is not null))
) with (fillfactor = 70);
create index house_dues_unpaid on house_dues (book, coin, sequence) where unpaid > 0;
create index house_dues_object on house_dues (account_id, object_id);

create function house_dues_keep() returns trigger language plpgsql as $$
begin
  if (old.due_id, old.sequence, old.account_id, old.book, old.coin, old.kind, old.object_id, old.amount, old.at)
     is distinct from
     (new.due_id, new.sequence, new.account_id, new.book, new.coin, new.kind, new.object_id, new.amount, new.at)
     or new.unpaid >= old.unpaid then
    raise exception 'of a due only the payment changes it' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger house_dues_guard before update on house_dues for each row execute function house_dues_keep();
create trigger house_dues_no_delete before delete or truncate on house_dues
  for each statement execute function append_only();

grant select on schema_migrations, ledger_balances, ledger_house, ledger_moves to candor_app;
grant select, insert on ledger_commands to candor_app;
grant select, insert, update on house_dues to candor_app;
grant select, insert, update, delete on keyless_claims to candor_app;
