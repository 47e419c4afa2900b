-- Deposits: what chains paid to addresses of customers, how far each chain has been followed, and whose the addresses are.

-- A network as far as it was followed. The row is locked by whoever goes on and by whoever credits, so that nothing is credited by a
-- chain that has been left meanwhile. The id is made from the network's name, as kit/uuid-of.ts makes it.
create table chain_cursors (
  cursor_id uuid primary key,
  network text not null unique,
  -- Of the chain itself: its number and its first block. A node of another chain is not followed.
  identity text not null,
  start_height bigint not null check (start_height >= 0),
  height bigint check (height >= start_height),
  hash text,
  version bigint not null default 0,
  check ((height is null) = (hash is null))
) with (fillfactor = 50);

create function chain_cursors_keep() returns trigger language plpgsql as $$
begin
  if (old.cursor_id, old.network, old.identity, old.start_height) is distinct from
     (new.cursor_id, new.network, new.identity, new.start_height) then
    raise exception 'a cursor stays with its chain' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger chain_cursors_guard before update on chain_cursors for each row execute function chain_cursors_keep();
create trigger chain_cursors_no_delete before delete or truncate on chain_cursors
  for each statement execute function append_only();

-- The newest blocks that were taken: as far back as a chain may be replaced without a person.
create table chain_blocks (
  network text not null references chain_cursors (network),
  height bigint not null,
  hash text not null,
  primary key (network, height)
);

-- What is said of each network: whether it is followed, and why not.
create table chain_networks (
  network text primary key,
  state text not null check (state in ('on', 'starting', 'off')),
  -- A word of the program's, for screens and operators.
  reason text not null default '',
  -- The node behind it, as it calls itself.
  node text not null default '',
  -- Its coins have no value.
  is_test boolean not null,
  tip bigint,
  updated_at timestamptz not null default now()
);

-- Addresses are derived from the account's extended public key by their index, and recomputed whenever one is read: a row that was
-- changed shows nobody's address. Index 0 is the platform's own.
create table deposit_addresses (
  address_id uuid not null unique,
  account_id uuid not null,
  network text not null,
  address_index int not null check (address_index > 0),
  -- In the one form that is stored and compared.
  address text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, network),
  unique (network, address_index),
  unique (network, address)
);
create trigger deposit_addresses_keep before update or delete or truncate on deposit_addresses
  for each statement execute function append_only();

create table deposits (
  -- Made from network, transaction, ordinal and coin, so that the same payment is the same row in every block.
  deposit_id uuid primary key,
  network text not null,
  txid text not null,
  ordinal int not null check (ordinal >= 0),
  asset text not null,
  address text not null,
  tag bigint,
  account_id uuid,
  -- As the chain counts it, whole; more digits than any column of money has.
  units text not null check (units ~ '^(0|[1-9][0-9]{0,77})$'),
  state text not null
    check (state in ('seen', 'credited', 'orphaned', 'dust', 'unmatched', 'held', 'frozen')),
  block_height bigint,
  block_hash text,
  is_cleared boolean not null default false,
  -- Set aside in the balance while it is frozen: all of it, or what was left there.
  on_hold numeric(38, 18) not null default 0 check (on_hold >= 0),
  seen_at timestamptz not null,
  credited_at timestamptz,
  -- What a person has to look at.
  alarm text,
  version bigint not null default 0,
  unique (network, txid, ordinal, asset),
  check (account_id is not null or state in ('unmatched', 'orphaned')),
  check ((block_height is null) = (block_hash is null)),
  check (block_hash is not null or state in ('orphaned', 'frozen')),
  check ((credited_at is not null) = (state in ('credited', 'frozen'))),
  check (on_hold = 0 or state = 'frozen')
) with (fillfactor = 70);
create index deposits_of_account on deposits (account_id, seen_at desc, deposit_id desc);
create index deposits_in_block on deposits (network, block_hash);
create index deposits_open on deposits (network) where state in ('seen', 'dust', 'frozen');

-- What was paid never changes while a block holds it, and what was credited stays credited or is frozen.
create function deposits_keep() returns trigger language plpgsql as $$
begin
  if (old.deposit_id, old.network, old.txid, old.ordinal, old.asset) is distinct from
     (new.deposit_id, new.network, new.txid, new.ordinal, new.asset) then
    raise exception 'a deposit stays the payment that it is' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'orphaned' and (old.units, old.address, old.tag) is distinct from (new.units, new.address, new.tag) then
    raise exception 'what a deposit paid never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.credited_at is not null and ((old.account_id, old.credited_at) is distinct from (new.account_id, new.credited_at)
      or new.state not in ('credited', 'frozen')) then
    raise exception 'a deposit is credited once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger deposits_guard before update on deposits for each row execute function deposits_keep();
create trigger deposits_no_delete before delete or truncate on deposits
  for each statement execute function append_only();

grant select, insert, update on chain_cursors, chain_networks, deposits to candor_app;
grant select, insert, delete on chain_blocks to candor_app;
grant select, insert on deposit_addresses to candor_app;
