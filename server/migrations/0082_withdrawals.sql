-- Withdrawals: the address book, what is asked for and reserved, who approved it, and how it was paid: bytes that are stored before they are sent.

create table withdrawal_addresses (
  account_id uuid not null,
  address_id uuid not null,
  network text not null,
  asset text not null,
  -- In the one form that is stored and compared.
  address text not null,
  alias text not null check (length(alias) between 1 and 40),
  added_at timestamptz not null,
  -- Nothing is sent there before.
  usable_at timestamptz not null check (usable_at > added_at),
  deleted_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, address_id)
);
create unique index withdrawal_addresses_once on withdrawal_addresses (account_id, network, asset, address) where deleted_at is null;
create index withdrawal_addresses_of on withdrawal_addresses (network, address);

-- An address is never another one, and its hold is never shortened.
create function withdrawal_addresses_keep() returns trigger language plpgsql as $$
begin
  if (old.account_id, old.address_id, old.network, old.asset, old.address, old.alias, old.added_at, old.usable_at) is distinct from
     (new.account_id, new.address_id, new.network, new.asset, new.address, new.alias, new.added_at, new.usable_at)
     or old.deleted_at is not null then
    raise exception 'an address of the book is deleted, and never changed' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawal_addresses_guard before update on withdrawal_addresses for each row execute function withdrawal_addresses_keep();
create trigger withdrawal_addresses_no_delete before delete or truncate on withdrawal_addresses
  for each statement execute function append_only();

-- One row for each account that ever withdrew: what is under way.
create table open_withdrawals (
  account_id uuid primary key,
  book ledger_book not null check (book = 'real'),
  withdrawal_id uuid,
  version bigint not null default 0
) with (fillfactor = 70);
create trigger open_withdrawals_no_delete before delete or truncate on open_withdrawals
  for each statement execute function append_only();

create table withdrawals (
  account_id uuid not null,
  withdrawal_id uuid not null,
  book ledger_book not null check (book = 'real'),
  network text not null,
  asset text not null,
  address_id uuid not null,
  address text not null,
  alias text not null,
  -- Left the balance; the fee stays here, the net arrives.
  amount numeric(38, 18) not null check (amount > 0),
  fee numeric(38, 18) not null check (fee >= 0 and fee < amount),
  -- The net as the network counts it, whole.
  units text not null check (units ~ '^[1-9][0-9]{0,77}$'),
  needs_two_persons boolean not null,
  requested_at timestamptz not null,
  state text not null check (state in ('review', 'approved', 'built', 'signed', 'broadcast', 'sent', 'rejected', 'cancelled', 'failed')),
  decided_at timestamptz,
  decided_by text,
  -- The act by which two operators approved it.
  decided_proposal uuid references act_proposals,
  reason text,
  -- Of the transaction: its place in the order of the wallet, and its bytes before and after they were signed.
  wallet text,
  nonce bigint check (nonce >= 0),
  unsigned text check (unsigned ~ '^0x[0-9a-f]+$'),
  signed text check (signed ~ '^0x[0-9a-f]+$'),
  txid text check (txid ~ '^0x[0-9a-f]{64}$'),
  broadcast_at timestamptz,
  -- Why it does not go on by itself.
  trouble text not null default '',
  ended_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, withdrawal_id),
  foreign key (account_id, address_id) references withdrawal_addresses,
  check ((decided_at is null) = (decided_by is null)),
  check (state = 'review' or state = 'cancelled' or decided_at is not null),
  check ((reason is not null) = (state in ('rejected', 'cancelled', 'failed'))),
  check ((ended_at is not null) = (state in ('sent', 'rejected', 'cancelled', 'failed'))),
  check (num_nulls(wallet, nonce, unsigned) in (0, 3)),
  check ((unsigned is not null) = (state in ('built', 'signed', 'broadcast', 'sent', 'failed'))),
  check ((signed is null) = (txid is null)),
  check ((signed is not null) = (state in ('signed', 'broadcast', 'sent', 'failed'))),
  check ((broadcast_at is not null) = (state in ('broadcast', 'sent', 'failed')))
) with (fillfactor = 60);
-- One at a time, whoever asks how often; one transaction for each place in a wallet's order.
create unique index withdrawals_one_open on withdrawals (account_id) where ended_at is null;
create unique index withdrawals_nonce on withdrawals (wallet, nonce) where nonce is not null;
create unique index withdrawals_txid on withdrawals (txid) where txid is not null;
create index withdrawals_open on withdrawals (network, requested_at) where ended_at is null;
create index withdrawals_by_state on withdrawals (state, requested_at);
create index withdrawals_to on withdrawals (network, address) where state = 'sent';

-- What was promised never changes; each state follows from the one before; bytes that were stored are never replaced by others.
create function withdrawals_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'review' then
      raise exception 'a withdrawal begins under review' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.account_id, old.withdrawal_id, old.book, old.network, old.asset, old.address_id, old.address, old.alias, old.amount, old.fee,
      old.units, old.needs_two_persons, old.requested_at) is distinct from
     (new.account_id, new.withdrawal_id, new.book, new.network, new.asset, new.address_id, new.address, new.alias, new.amount, new.fee,
      new.units, new.needs_two_persons, new.requested_at) then
    raise exception 'what a withdrawal pays never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> new.state and not (old.state, new.state) in (('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
     ('approved', 'built'), ('built', 'signed'), ('signed', 'broadcast'), ('broadcast', 'sent'), ('broadcast', 'failed')) then
    raise exception 'a withdrawal that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  if old.ended_at is not null or old.unsigned is not null and (old.wallet, old.nonce, old.unsigned) is distinct from (new.wallet, new.nonce, new.unsigned)
     or old.signed is not null and (old.signed, old.txid) is distinct from (new.signed, new.txid)
     or old.decided_at is not null and (old.decided_at, old.decided_by, old.decided_proposal) is distinct from
        (new.decided_at, new.decided_by, new.decided_proposal) then
    raise exception 'what was decided or stored of a withdrawal never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'review' and new.state = 'approved' and new.needs_two_persons and not exists (select from act_proposals
     where proposal_id = new.decided_proposal and kind = 'approve-withdrawal' and state = 'approved'
       and facts::json ->> 'withdrawal_uuid' = new.withdrawal_id::text) then
    raise exception 'two operators approve this withdrawal' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawals_guard before insert or update on withdrawals for each row execute function withdrawals_keep();
create trigger withdrawals_no_delete before delete or truncate on withdrawals
  for each statement execute function append_only();

-- Who approved what, signed over the whole payment: the signer believes nothing else.
create table withdrawal_approvals (
  account_id uuid not null,
  approval_id uuid not null,
  withdrawal_id uuid not null,
  person text not null,
  signature text not null check (signature ~ '^[0-9a-f]{128}$'),
  at timestamptz not null,
  primary key (account_id, approval_id),
  unique (withdrawal_id, person),
  foreign key (account_id, withdrawal_id) references withdrawals deferrable initially deferred
);
create trigger withdrawal_approvals_keep before update or delete or truncate on withdrawal_approvals
  for each statement execute function append_only();

-- What is said of paying on each network, and the wallet that pays, with the next place in its order of transactions.
create table withdrawal_networks (
  network text primary key,
  state text not null check (state in ('on', 'starting', 'off')),
  reason text not null default '',
  wallet text,
  -- The contract of the coin that is a token.
  token text,
  next_nonce bigint not null default 0 check (next_nonce >= 0),
  updated_at timestamptz not null default now()
);

insert into act_kinds values ('approve-withdrawal', '{treasurer,risk}', '{risk,administrator}');

insert into ended_order_kinds (kind, orders, id_column, ended_column) values ('withdrawal', 'withdrawals', 'withdrawal_id', 'ended_at');
create function ended_order_digest(ended withdrawals) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - 'version')::text, 'UTF8'))
  $$;
create index withdrawals_ended on withdrawals using brin (ended_at) with (autosummarize = on, pages_per_range = 32);
create index withdrawals_id on withdrawals using brin (withdrawal_id) with (autosummarize = on, pages_per_range = 32);

create or replace function account_is_engaged(p_account uuid) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from debts where account_id = p_account and open_loan is not null)
    or exists (select from purchases where account_id = p_account and ended_at is null)
    or exists (select from shop_prizes where account_id = p_account and state in ('open', 'addressed'))
    or exists (select from deposits where account_id = p_account and state in ('seen', 'held', 'frozen'))
    or exists (select from withdrawals where account_id = p_account and ended_at is null)
$$;

grant select, insert, update on withdrawal_addresses, open_withdrawals, withdrawals, withdrawal_networks to candor_app;
grant select, insert on withdrawal_approvals to candor_app;
