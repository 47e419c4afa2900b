-- What contracts pay to an address names it in no transaction: balances at final blocks are compared with what is recorded.

-- What transactions of the addresses themselves took from them, value and fee, in the smallest units of the network's own coin.
create table address_sends (
  network text not null references chain_cursors (network),
  txid text not null,
  address_id uuid not null references deposit_addresses (address_id),
  units text not null check (units ~ '^(0|[1-9][0-9]{0,77})$'),
  height bigint not null,
  primary key (network, txid)
);
create index address_sends_of_address on address_sends (address_id, height);
create index address_sends_by_height on address_sends (network, height);
grant select, insert, delete on address_sends to candor_app;

-- The newest comparison of each address, and when it is compared next.
create table address_balances (
  address_id uuid primary key references deposit_addresses (address_id),
  network text not null,
  due_at timestamptz not null default now(),
  -- The final block of the newest comparison.
  height bigint,
  units text check (units ~ '^(0|[1-9][0-9]{0,77})$'),
  compared_at timestamptz,
  -- Sent by transactions that are not recorded, from before blocks were followed.
  unseen_units text not null default '0' check (unseen_units ~ '^(0|[1-9][0-9]{0,77})$'),
  unseen_count int not null default 0,
  -- Why the newest attempt brought nothing: '' where it did.
  trouble text not null default '' check (trouble in ('', 'too-low', 'no-answer', 'other-address')),
  -- Its customer looks for a deposit, by this transaction.
  asked_at timestamptz,
  asked_txid text not null default '',
  check ((height is null) = (compared_at is null) and (height is null) = (units is null))
) with (fillfactor = 70);
create index address_balances_due on address_balances (network, due_at);
grant select, insert on address_balances to candor_app;
grant update (due_at, height, units, compared_at, unseen_units, unseen_count, trouble, asked_at, asked_txid) on address_balances to candor_app;
create trigger address_balances_no_delete before delete or truncate on address_balances
  for each statement execute function append_only();

insert into address_balances (address_id, network) select address_id, network from deposit_addresses;
create function deposit_addresses_are_compared() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into address_balances (address_id, network) values (new.address_id, new.network);
  return null;
end $$;
create trigger deposit_addresses_compared after insert on deposit_addresses for each row execute function deposit_addresses_are_compared();

-- What an address has beyond what is recorded. It is no money yet: it is in no book before two operators have named the transaction.
create table contract_payments (
  payment_id uuid primary key,
  address_id uuid not null references deposit_addresses (address_id),
  account_id uuid not null,
  network text not null,
  asset text not null,
  -- Not explained so far.
  units text not null check (units ~ '^[1-9][0-9]{0,77}$'),
  -- gone: nothing is unexplained any more, as by a deposit that was found later.
  state text not null default 'open' check (state in ('open', 'credited', 'dismissed', 'gone')),
  -- What the second node said of the balance.
  verdict text not null check (verdict in ('agrees', 'alone', 'unusable', 'contradicts')),
  -- The final block where it was found first, and the last one before it where it was not there; null where none was compared.
  height bigint not null,
  after_height bigint check (after_height < height),
  found_at timestamptz not null,
  checked_at timestamptz not null,
  closed_at timestamptz,
  dismissed_by uuid references act_proposals,
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'dismissed') = (dismissed_by is not null))
) with (fillfactor = 70);
create unique index contract_payments_open on contract_payments (address_id) where state = 'open';
create index contract_payments_of_account on contract_payments (account_id, found_at desc);

create function contract_payments_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or not exists (select from deposit_addresses a where a.address_id = new.address_id
       and (a.account_id, a.network) = (new.account_id, new.network)) then
      raise exception 'what a contract paid begins open, at an address of its account' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.state <> 'open' then
    raise exception 'what a contract paid is closed once' using errcode = 'insufficient_privilege';
  end if;
  if (old.payment_id, old.address_id, old.account_id, old.network, old.asset, old.height, old.after_height, old.found_at) is distinct from
     (new.payment_id, new.address_id, new.account_id, new.network, new.asset, new.height, new.after_height, new.found_at) then
    raise exception 'what was found stays as it is' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'dismissed' and not exists (select from act_proposals p where p.proposal_id = new.dismissed_by
     and p.kind = 'dismiss-contract-payment' and p.state = 'approved' and p.facts::json ->> 'payment_uuid' = new.payment_id::text
     and p.facts::json ->> 'units' = new.units) then
    raise exception 'two operators dismiss what a contract paid' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger contract_payments_guard before insert or update on contract_payments for each row execute function contract_payments_keep();
create trigger contract_payments_no_delete before delete or truncate on contract_payments
  for each statement execute function append_only();
grant select, insert, update (units, state, verdict, checked_at, closed_at, dismissed_by) on contract_payments to candor_app;

insert into act_kinds (kind, proposers, approvers, concerns_account) values
  ('dismiss-contract-payment', '{treasurer,risk}', '{risk,administrator}', true);
