-- Operators: who they are, what proves it and where they are signed in; and the log of what they did, each entry bound to the one before.
-- Also applied as b130490933e36696445a178a085e916cc8d3bf052bcc34dc52fa6f84b06f052b

create table operators (
  operator_id uuid primary key,
  name text not null unique check (name ~ '^[a-z][a-z0-9.-]{1,62}$'),
  -- Null until an invitation is accepted; all of them are set at once and by nobody a second time.
  argon2 text,
  pepper_id text,
  -- Sealed with a key that is not in the database.
  totp_secret bytea,
  -- Step of the last code that was accepted: no code is good twice.
  totp_step bigint not null default 0,
  accepted_at timestamptz,
  closed_at timestamptz,
  is_demo boolean not null default false,
  created_at timestamptz not null default now(),
  check ((argon2 is null) = (accepted_at is null) and (pepper_id is null) = (accepted_at is null)
    and (totp_secret is null) = (accepted_at is null)),
  check (not is_demo or accepted_at is null)
);

create function operators_keep() returns trigger language plpgsql as $$
begin
  if old.accepted_at is not null and (old.argon2, old.pepper_id, old.totp_secret, old.accepted_at) is distinct from
     (new.argon2, new.pepper_id, new.totp_secret, new.accepted_at) and new.accepted_at is not null then
    raise exception 'what proves who an operator is can not be replaced' using errcode = 'insufficient_privilege';
  end if;
  if new.totp_step < old.totp_step or (old.name, old.is_demo) is distinct from (new.name, new.is_demo) then
    raise exception 'an operator keeps the name and the codes that were used' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger operators_guard before update on operators for each row execute function operators_keep();
create trigger operators_no_delete before delete or truncate on operators for each statement execute function append_only();
create trigger operators_demo_guard before insert on operators
  for each row when (new.is_demo) execute function deployment_demo_only();

-- Written by the owner of the schema and by functions that act as it: no server gives a role.
create table operator_roles (
  operator_id uuid not null references operators,
  role text not null check (role in
    ('support', 'identity-reviewer', 'treasurer', 'risk', 'editor', 'auditor', 'administrator')),
  given_at timestamptz not null default now(),
  primary key (operator_id, role)
);

-- A link that is good once and for an hour; whoever follows it chooses a password and shows a second factor.
create table operator_invitations (
  invitation_id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references operators,
  token_hash bytea not null unique,
  totp_secret bytea not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create function operator_invitations_keep() returns trigger language plpgsql as $$
begin
  if old.used_at is not null or old.created_at < now() - interval '1 hour' or
     (old.invitation_id, old.operator_id, old.token_hash, old.totp_secret, old.created_at) is distinct from
     (new.invitation_id, new.operator_id, new.token_hash, new.totp_secret, new.created_at) then
    raise exception 'an invitation is good once and for an hour' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger operator_invitations_guard before update on operator_invitations
  for each row execute function operator_invitations_keep();

create table operator_sessions (
  session_id uuid primary key default gen_random_uuid(),
  operator_id uuid not null references operators,
  token_hash bytea not null unique,
  ip text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- When the second factor was shown last.
  stepped_up_at timestamptz not null default now()
);
create index operator_sessions_operator on operator_sessions (operator_id);

create table operator_recovery_codes (
  operator_id uuid not null references operators,
  code_hash text not null,
  used_at timestamptz,
  primary key (operator_id, code_hash)
);

-- Networks from which an operator signed in, as keyed digests: a part of the tries is kept for them.
create table operator_origins (
  operator_id uuid not null references operators,
  origin text not null,
  seen_at timestamptz not null default now(),
  primary key (operator_id, origin)
);

grant select, insert, update (argon2, pepper_id, totp_secret, totp_step, accepted_at) on operators to candor_app;
grant select on operator_roles to candor_app;
grant select, insert, update (used_at) on operator_invitations to candor_app;
grant select, insert, update, delete on operator_sessions to candor_app;
grant select, insert, update (used_at) on operator_recovery_codes to candor_app;
grant select, insert, update, delete on operator_origins to candor_app;

-- Somebody to try a role as; a production refuses.
create function operator_of_demo(p_name text, p_role text) returns uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found_id uuid;
begin
  if exists (select from deployment where mode <> 'demo') then
    raise exception 'a production has nobody to try a role as' using errcode = 'insufficient_privilege';
  end if;
  insert into operators (operator_id, name, is_demo) values (gen_random_uuid(), p_name, true) on conflict (name) do nothing;
  select operator_id into found_id from operators where name = p_name and is_demo and closed_at is null;
  if not found then
    raise exception '% is no operator of a demo', p_name using errcode = 'insufficient_privilege';
  end if;
  insert into operator_roles (operator_id, role) values (found_id, p_role) on conflict do nothing;
  return found_id;
end $$;

alter table audit_log rename to house_funding_log;

-- As `is json object`, which PostgreSQL 15 does not know. No more costly than an operator, so that a condition that casts comes after it.
create function is_json_object(value text) returns boolean language plpgsql immutable strict cost 1 as $$
begin
  return json_typeof(value::json) = 'object';
exception when data_exception then
  return false;
end $$;

-- What operators did and looked at, in the order of the commits, without gaps. An entry's hash takes in the one before it, so that
-- nothing can be changed, added in between or left out without all that follows.
create table audit_log (
  seq bigint primary key check (seq > 0),
  at timestamptz not null,
  -- Who: the name of an operator, or a command of the server with the account of the operating system.
  operator text not null check (operator ~ '^[ -~]{1,200}$'),
  act text not null check (act ~ '^[a-z][a-z0-9-]{0,62}$'),
  -- What about: the wire id of an account or a proposal, the name of an operator, a coin; empty where there is nothing.
  subject text not null check (subject ~ '^[ -~]{0,200}$'),
  -- Canonical JSON.
  detail text not null check (is_json_object(detail) and detail !~ '\n'),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32)
);
create index audit_log_operator on audit_log (operator, seq);
create index audit_log_subject on audit_log (subject, seq);
create index audit_log_act on audit_log (act, seq);
create trigger audit_log_keep before update or delete or truncate on audit_log
  for each statement execute function append_only();

-- Over the hash before and the fields, which hold no line break, each on its line.
create function audit_hash(previous bytea, seq bigint, at timestamptz, operator text, act text, subject text, detail text)
  returns bytea language sql immutable parallel safe as $$
  select sha256(previous || convert_to(concat_ws(E'\n', seq, round(extract(epoch from at) * 1000)::bigint, operator, act,
    subject, detail), 'UTF8'))
$$;

create function audit_follows() returns trigger language plpgsql as $$
declare
  last audit_log;
begin
  select * into last from audit_log order by seq desc limit 1;
  if new.seq <> coalesce(last.seq, 0) + 1 or new.previous_hash <> coalesce(last.hash, decode(repeat('00', 32), 'hex'))
     or new.at <> date_trunc('milliseconds', new.at)
     or new.hash <> audit_hash(new.previous_hash, new.seq, new.at, new.operator, new.act, new.subject, new.detail) then
    raise exception 'the entry does not follow the one before' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger audit_log_follow before insert on audit_log for each row execute function audit_follows();

-- The only way in: one writer at a time, until its transaction ends.
create function audit_append(p_operator text, p_act text, p_subject text, p_detail text) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  next_seq bigint;
  before bytea;
  now_at timestamptz;
begin
  perform pg_advisory_xact_lock(1635083369);
  select seq + 1, hash into next_seq, before from audit_log order by seq desc limit 1;
  next_seq := coalesce(next_seq, 1);
  before := coalesce(before, decode(repeat('00', 32), 'hex'));
  now_at := date_trunc('milliseconds', clock_timestamp());
  insert into audit_log (seq, at, operator, act, subject, detail, previous_hash, hash)
  values (next_seq, now_at, p_operator, p_act, p_subject, p_detail, before,
    audit_hash(before, next_seq, now_at, p_operator, p_act, p_subject, p_detail));
  return next_seq;
end $$;

grant select on audit_log to candor_app;
