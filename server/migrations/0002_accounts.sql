-- Accounts, their passwords and sessions, codes on their way, and the counts behind throttles.

create table accounts (
  account_id uuid primary key,
  -- Drawn at random, so that numbers do not tell how many accounts there are.
  number text not null unique check (number ~ '^[1-9][0-9]{7}$'),
  email text,
  phone text unique check (phone ~ '^\+[1-9][0-9]{7,14}$'),
  account_type text not null check (account_type in ('0', '1')),
  language text not null,
  invite_code text not null unique,
  referrer_id uuid references accounts (account_id),
  -- The real account of the person that an experience account belongs to: one each.
  experience_of uuid unique references accounts (account_id),
  verified_at timestamptz,
  verified_by text check (verified_by in ('identity', 'demo')),
  vip smallint not null default 0 check (vip between 0 and 3),
  created_at timestamptz not null,
  check ((account_type = '0') = (experience_of is not null)),
  check (account_type = '0' or email is not null or phone is not null),
  check ((verified_at is null) = (verified_by is null))
);
create unique index accounts_email on accounts (lower(email));

create table credentials (
  account_id uuid not null references accounts (account_id),
  kind text not null check (kind in ('login', 'trade')),
  argon2 text not null,
  -- Which of the secrets outside the database the hash was made with.
  pepper_id text not null,
  version int not null check (version > 0),
  changed_at timestamptz not null,
  -- Counted before a password is looked at, so that parallel tries cannot exceed the limit.
  tries smallint not null default 0 check (tries between 0 and 5),
  locked_until timestamptz,
  primary key (account_id, kind)
);

create table sessions (
  session_id uuid primary key,
  account_id uuid not null references accounts (account_id),
  token_hash bytea not null unique,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null
);
create index sessions_account on sessions (account_id, last_seen_at);
-- What runs out is looked for every few seconds.
create index sessions_last_seen on sessions (last_seen_at);
create index sessions_created on sessions (created_at);

-- Every process hears of a session that ended, in the order of the commits and whoever ended it.

create function sessions_tell_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', json_build_object('sessionId', session_id, 'accountId', account_id)::text) from ended;
  return null;
end $$;
create trigger sessions_ended after delete on sessions
  referencing old table as ended for each statement execute function sessions_tell_end();

-- Networks from which an account was logged in to, as keyed digests.
create table account_origins (
  account_id uuid not null references accounts (account_id),
  origin text not null,
  seen_at timestamptz not null,
  primary key (account_id, origin)
);

-- The latest code of a recipient for a purpose; both are in the keyed digest `subject`, no address is stored.
create table codes (
  subject text primary key,
  code_digest text not null,
  language text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  wrong_tries smallint not null default 0,
  checked_at timestamptz,
  spent_at timestamptz
);

-- Times (ms) of what is limited, per scope and keyed digest of whom it concerns.
create table throttles (
  scope text not null,
  subject text not null,
  times_ms jsonb not null,
  newest_at timestamptz not null,
  primary key (scope, subject)
);
create index throttles_age on throttles (newest_at);

-- How many codes went by SMS to an area code in an hour, and how many of them opened an account. It names nobody.
create table code_area_hours (
  area text not null,
  hour timestamptz not null,
  sent int not null default 0,
  used int not null default 0,
  primary key (area, hour)
);

grant select, insert, update on accounts, credentials to candor_app;
grant select, insert, update, delete on sessions, account_origins, codes, throttles, code_area_hours to candor_app;
