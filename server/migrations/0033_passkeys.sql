-- Passkeys of customers: what verifies their signatures, and which challenges were answered.

create table account_passkeys (
  passkey_id uuid primary key,
  account_id uuid not null references accounts,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it has signed, as far as it tells; one that goes back is a copy.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 40),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index account_passkeys_account on account_passkeys (account_id);

-- A challenge carries a signature of ours and is kept nowhere until it is answered; then it is here until it would have run out anyway.
create table account_challenges (
  challenge_digest text primary key,
  expires_at timestamptz not null
);
create index account_challenges_age on account_challenges (expires_at);

grant select, insert, update, delete on account_passkeys to candor_app;
grant select, insert, delete on account_challenges to candor_app;
