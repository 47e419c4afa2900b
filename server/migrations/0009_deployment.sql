-- What this database is for, and with which keys: written at the first start and compared at each. A demo makes money and shows
-- codes, so a demo and real money never share a database.

create table deployment (
  is_only boolean primary key default true check (is_only),
  mode text not null check (mode in ('demo', 'production')),
  since timestamptz not null default now()
);

-- The key files that this database was opened with, the newest last: public keys, and digests that no key follows from.
create table deployment_keys (
  position int primary key check (position > 0),
  -- What receipts and corrections are verified with.
  signing_key text not null,
  push_key text not null,
  pepper text not null,
  fingerprint_key text not null,
  code_key text not null,
  since timestamptz not null default now()
);

create trigger deployment_keep before update or delete or truncate on deployment
  for each statement execute function append_only();
create trigger deployment_keys_keep before update or delete or truncate on deployment_keys
  for each statement execute function append_only();

create function deployment_next_keys() returns trigger language plpgsql as $$
begin
  if new.position <> (select coalesce(max(position), 0) + 1 from deployment_keys) then
    raise exception 'keys follow one another without gaps' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger deployment_keys_chain before insert on deployment_keys
  for each row execute function deployment_next_keys();

-- Where test money, its bankroll, self-made verifications and readable codes are written, a production refuses.
create function deployment_demo_only() returns trigger language plpgsql as $$
begin
  if exists (select from deployment where mode <> 'demo') then
    raise exception 'this database is a production: % is for demonstrations', tg_table_name
      using errcode = 'insufficient_privilege';
  end if;
  if tg_level = 'ROW' then return new; end if;
  return null;
end $$;

-- How much test money an account took on a day (UTC).
create table demo_faucet_days (
  account_id uuid not null,
  -- Made from account, coin and day, so that the row can be named before it exists.
  day_id uuid not null,
  coin text not null,
  day date not null,
  given numeric(38, 18) not null check (given > 0),
  version bigint not null default 0,
  primary key (account_id, day_id)
);

-- Mails and SMS of a demo, which sends none.
create table dev_outbox (
  message_id bigint generated always as identity primary key,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  kind text not null,
  subject text not null,
  text text not null,
  code text,
  at timestamptz not null
);
create index dev_outbox_recipient on dev_outbox (lower(recipient), message_id);

-- The bankroll that a demo pays in for itself, noted before it does.
create table demo_bankrolls (
  book ledger_book primary key,
  amount numeric(38, 18) not null check (amount > 0)
);
create trigger demo_bankrolls_guard before insert or update on demo_bankrolls
  for each statement execute function deployment_demo_only();
create trigger demo_faucet_days_guard before insert or update on demo_faucet_days
  for each statement execute function deployment_demo_only();
create trigger dev_outbox_guard before insert or update on dev_outbox
  for each statement execute function deployment_demo_only();
create trigger ledger_house_demo_guard before insert on ledger_house
  for each row when (new.bucket = 'demo-faucet') execute function deployment_demo_only();
create trigger accounts_demo_guard before insert or update of verified_by on accounts
  for each row when (new.verified_by = 'demo') execute function deployment_demo_only();

grant select, insert on deployment, deployment_keys, demo_bankrolls to candor_app;
grant select, insert, update on demo_faucet_days to candor_app;
grant select, insert, delete on dev_outbox to candor_app;
