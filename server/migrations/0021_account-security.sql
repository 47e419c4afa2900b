-- What protects an account beyond its passwords, and what happened to it.

-- Until when nothing may be withdrawn, and why. A server begins holds and can't shorten one.
create table account_holds (
  account_id uuid not null references accounts,
  reason text not null check (reason in ('login-password', 'trade-password', 'second-factor', 'contact', 'new-address')),
  begun_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > begun_at)
);
create index account_holds_account on account_holds (account_id, ends_at);

-- Logins and changes that bind, each with the device that they came from.
create table account_events (
  event_id uuid primary key,
  account_id uuid not null references accounts,
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  at timestamptz not null,
  ip text not null,
  user_agent text not null,
  -- "This was not me", said once.
  disowned_at timestamptz
);
create index account_events_newest on account_events (account_id, at desc, event_id desc);
create index account_events_age on account_events (at);

-- The secret of an authenticator, sealed with a key outside the database; it counts once a code of it was shown.
create table account_authenticators (
  account_id uuid primary key references accounts,
  secret bytea not null,
  began_at timestamptz not null,
  confirmed_at timestamptz,
  -- Of the last code that was accepted: each is good once.
  last_step bigint not null default 0
);
create table account_recovery_codes (
  account_id uuid not null references accounts,
  code_digest text not null,
  primary key (account_id, code_digest)
);

create table account_passkeys (
  passkey_id uuid primary key,
  account_id uuid not null references accounts,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index account_passkeys_account on account_passkeys (account_id);

-- What a passkey is to sign, by its digest: gone with the first answer.
create table account_challenges (
  challenge_digest text primary key,
  purpose text not null,
  account_id uuid references accounts,
  expires_at timestamptz not null
);
create index account_challenges_age on account_challenges (expires_at);

-- That a session has just proven whose it is, for one act; gone with its use.
create table account_proofs (
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  act text not null,
  expires_at timestamptz not null
);
create index account_proofs_session on account_proofs (session_id);

-- Words of the customer's own that stand in each mail, so that a forged one is recognised.
alter table accounts add mail_phrase text check (length(mail_phrase) between 1 and 20);

grant select, insert on account_holds to candor_app;
grant select, insert, update, delete on account_events, account_authenticators, account_recovery_codes, account_passkeys,
  account_challenges, account_proofs to candor_app;

-- An account is frozen by operators, or by its owner without any proposal; operators alone release it.
alter table account_freezes drop constraint account_freezes_pkey, alter frozen_by drop not null,
  add unique (frozen_by), add freeze_id uuid primary key default gen_random_uuid();

create function account_freeze_own(p_account uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into account_freezes (account_id) values (p_account) on conflict do nothing;
  return found;
end $$;
