-- Payments of networks besides Ethereum. Their bytes and ids are hex without a prefix, and their places in the wallet are texts: outputs that they
-- spend, or numbers that they expire with. Ethereum keeps its nonce, and everything that was guaranteed before.

-- Whether a text has the form in which a network's bytes (or ids) are stored.
create function is_hex_of(p_network text, p_text text) returns boolean language sql immutable set search_path = public, pg_temp as $$
  select p_text ~ case p_network when 'ethereum' then '^0x[0-9a-f]+$' else '^([0-9a-f]{2})+$' end
$$;
create function is_txid_of(p_network text, p_text text) returns boolean language sql immutable set search_path = public, pg_temp as $$
  select p_text ~ case p_network when 'ethereum' then '^0x[0-9a-f]{64}$' else '^[0-9a-f]{64}$' end
$$;

do $$
declare
  found record;
begin
  for found in select conrelid::regclass as place, conname from pg_constraint
    where contype = 'c' and conrelid in ('withdrawals'::regclass, 'withdrawal_replacements'::regclass)
      and (pg_get_constraintdef(oid) like '%''^0x%' or pg_get_constraintdef(oid) like '%num_nulls(wallet, nonce, unsigned)%')
  loop
    execute format('alter table %s drop constraint %I', found.place, found.conname);
  end loop;
end $$;
alter table withdrawals
  add constraint withdrawals_unsigned_form check (is_hex_of(network, unsigned)),
  add constraint withdrawals_signed_form check (is_hex_of(network, signed)),
  add constraint withdrawals_txid_form check (is_txid_of(network, txid)),
  add constraint withdrawals_current_txid_form
    check (current_txid is null or is_txid_of(network, current_txid) and state in ('broadcast', 'sent', 'failed')),
  add constraint withdrawals_wallet_with_bytes check ((wallet is null) = (unsigned is null)),
  add constraint withdrawals_nonce_of_ethereum check ((nonce is not null) = (network = 'ethereum' and unsigned is not null)),
  -- When the node first said that the payment can't be made any more; it is given back after a while.
  add column never_since timestamptz check (never_since is null or state in ('broadcast', 'sent', 'failed'));

-- The form depends on the network of the withdrawal, which the guard below compares.
alter table withdrawal_replacements
  add constraint withdrawal_replacements_unsigned_form check (unsigned ~ '^(0x)?[0-9a-f]+$'),
  add constraint withdrawal_replacements_signed_form check (signed ~ '^(0x)?[0-9a-f]+$'),
  add constraint withdrawal_replacements_txid_form check (txid ~ '^(0x)?[0-9a-f]{64}$');
create function withdrawal_replacements_form() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from withdrawals where account_id = new.account_id and withdrawal_id = new.withdrawal_id
       and is_hex_of(network, new.unsigned) and (new.signed is null or is_hex_of(network, new.signed) and is_txid_of(network, new.txid))) then
    raise exception 'a replacement has the form of its network' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_replacements_form before insert or update on withdrawal_replacements
  for each row execute function withdrawal_replacements_form();

-- Places in a wallet that payments have; of Ethereum none, whose place is the nonce. A place is freed when its payment has failed or gives it back.
create table withdrawal_places (
  place_id bigint generated always as identity primary key,
  network text not null check (network <> 'ethereum'),
  wallet text not null,
  place text not null check (length(place) between 1 and 200),
  account_id uuid not null,
  withdrawal_id uuid not null,
  freed_at timestamptz,
  foreign key (account_id, withdrawal_id) references withdrawals
);
create unique index withdrawal_places_once on withdrawal_places (network, wallet, place) where freed_at is null;
create index withdrawal_places_of on withdrawal_places (account_id, withdrawal_id);

-- A place is taken by an approved payment of its network, in the transaction that stores the bytes.
create function withdrawal_places_take() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from withdrawals where account_id = new.account_id and withdrawal_id = new.withdrawal_id and network = new.network
    and state = 'approved' for update;
  if not found or new.freed_at is not null then
    raise exception 'an approved payment takes places of its network' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawal_places_guard before insert on withdrawal_places for each row execute function withdrawal_places_take();
create trigger withdrawal_places_no_delete before delete or truncate on withdrawal_places
  for each statement execute function append_only();
grant select, insert (network, wallet, place, account_id, withdrawal_id) on withdrawal_places to candor_app;

-- Frees places, which no server may do by itself.
create function withdrawals_free_places() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update withdrawal_places set freed_at = clock_timestamp()
  where account_id = new.account_id and withdrawal_id = new.withdrawal_id and freed_at is null;
  return null;
end $$;
create trigger withdrawals_free_places after update on withdrawals for each row
  when (old.state = 'built' and new.state = 'approved' or old.state = 'broadcast' and new.state = 'failed')
  execute function withdrawals_free_places();

-- Bytes of the other networks are stored together with their places.
create function withdrawals_have_places() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from withdrawal_places where account_id = new.account_id and withdrawal_id = new.withdrawal_id
       and network = new.network and wallet = new.wallet and freed_at is null) then
    raise exception 'bytes of a payment are stored with its places' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawals_have_places before update on withdrawals for each row
  when (old.state = 'approved' and new.state = 'built' and new.network <> 'ethereum') execute function withdrawals_have_places();
