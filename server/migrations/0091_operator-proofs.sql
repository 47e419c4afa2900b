-- What proves who an operator is: passwords, authenticators, recovery codes and passkeys, each a row that begins and ends and is never
-- written over. They are written by functions of the owner alone, which ask for a session that showed its second factor lately, for a link
-- that is good, or for an act of two persons, and leave a row in the audit log.

create table operator_passwords (
  password_id bigint generated always as identity primary key,
  operator_id uuid not null references operators,
  argon2 text not null,
  pepper_id text not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index operator_passwords_current on operator_passwords (operator_id) where ended_at is null;

create table operator_authenticators (
  authenticator_id bigint generated always as identity primary key,
  operator_id uuid not null references operators,
  -- Sealed with a key that is not in the database.
  totp_secret bytea not null,
  -- Step of the last code that was accepted: no code is good twice.
  last_step bigint not null,
  began_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz
);
create unique index operator_authenticators_current on operator_authenticators (operator_id) where ended_at is null;

-- One that is being set up in a session; it counts once a code of it was shown.
create table operator_new_authenticators (
  session_id uuid primary key references operator_sessions on delete cascade,
  totp_secret bytea not null
);

create table operator_passkeys (
  passkey_id uuid primary key,
  operator_id uuid not null references operators,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often it has signed, as far as it tells; one that goes back is a copy.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (length(name) between 1 and 40),
  began_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz,
  ended_at timestamptz
);
create index operator_passkeys_operator on operator_passkeys (operator_id);

-- Challenges that were answered, until they would have run out anyway.
create table operator_challenges (
  challenge_digest text primary key,
  expires_at timestamptz not null
);
create index operator_challenges_age on operator_challenges (expires_at);

alter table operator_recovery_codes add made_at timestamptz not null default clock_timestamp(), add ended_at timestamptz;

insert into operator_passwords (operator_id, argon2, pepper_id, began_at)
  select operator_id, argon2, pepper_id, accepted_at from operators where accepted_at is not null order by accepted_at;
insert into operator_authenticators (operator_id, totp_secret, last_step, began_at)
  select operator_id, totp_secret, totp_step, accepted_at from operators where accepted_at is not null order by accepted_at;
update operator_recovery_codes c set made_at = o.accepted_at from operators o where o.operator_id = c.operator_id;

-- The columns that may change are named with the trigger: an end is written once, what counts goes up alone.
create function operator_proofs_keep() returns trigger language plpgsql as $$
declare
  was jsonb := to_jsonb(old);
  becomes jsonb := to_jsonb(new);
begin
  if old.ended_at is not null or was - tg_argv is distinct from becomes - tg_argv
     or (becomes ->> 'last_step')::bigint < (was ->> 'last_step')::bigint
     or (becomes ->> 'counter')::bigint < (was ->> 'counter')::bigint
     or was ->> 'used_at' is not null and was ->> 'used_at' is distinct from becomes ->> 'used_at' then
    raise exception 'what proves who an operator is ends and is not replaced' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger operator_passwords_guard before update on operator_passwords
  for each row execute function operator_proofs_keep('ended_at');
create trigger operator_authenticators_guard before update on operator_authenticators
  for each row execute function operator_proofs_keep('ended_at', 'last_step');
create trigger operator_recovery_codes_guard before update on operator_recovery_codes
  for each row execute function operator_proofs_keep('ended_at', 'used_at');
create trigger operator_passkeys_guard before update on operator_passkeys
  for each row execute function operator_proofs_keep('ended_at', 'counter', 'last_used_at');
create trigger operator_passwords_no_delete before delete or truncate on operator_passwords
  for each statement execute function append_only();
create trigger operator_authenticators_no_delete before delete or truncate on operator_authenticators
  for each statement execute function append_only();
create trigger operator_recovery_codes_no_delete before delete or truncate on operator_recovery_codes
  for each statement execute function append_only();
create trigger operator_passkeys_no_delete before delete or truncate on operator_passkeys
  for each statement execute function append_only();

create or replace function operators_keep() returns trigger language plpgsql as $$
begin
  if (old.name, old.is_demo) is distinct from (new.name, new.is_demo)
     or old.accepted_at is not null and new.accepted_at is distinct from old.accepted_at then
    raise exception 'an operator keeps the name, and accepts once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
alter table operators drop column argon2, drop column pepper_id, drop column totp_secret, drop column totp_step;

-- Two administrators have said that an operator who lost everything may set all proofs anew.
create table operator_renewals (
  proposal_id uuid primary key references act_proposals,
  operator_id uuid not null references operators,
  approved_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);
create index operator_renewals_operator on operator_renewals (operator_id);

-- A link of somebody who accepted one before: by two administrators, or by who owns the database. Without either it opens nothing to them.
alter table operator_invitations add renewal uuid references operator_renewals, add is_of_owner boolean not null default false;
create or replace function operator_invitations_keep() returns trigger language plpgsql as $$
begin
  if old.used_at is not null or old.created_at < now() - interval '1 hour' or
     (old.invitation_id, old.operator_id, old.token_hash, old.totp_secret, old.created_at, old.renewal, old.is_of_owner) is distinct from
     (new.invitation_id, new.operator_id, new.token_hash, new.totp_secret, new.created_at, new.renewal, new.is_of_owner) then
    raise exception 'an invitation is good once and for an hour' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

insert into act_kinds values ('renew-operator', '{administrator}', '{administrator}');

revoke insert, update on operators, operator_invitations, operator_recovery_codes from candor_app;
grant insert (operator_id, name) on operators to candor_app;
grant insert (operator_id, token_hash, totp_secret), update (used_at) on operator_invitations to candor_app;
grant select on operator_passwords, operator_authenticators, operator_passkeys, operator_renewals to candor_app;
grant select, insert, update, delete on operator_new_authenticators to candor_app;
grant select, insert, delete on operator_challenges to candor_app;

-- Whose session it is, if that is open and showed its second factor lately. The operator is locked until the transaction ends.
-- `p_own`: to change the own proofs, of which somebody of a demo has none.
create function operator_of_session(p_session uuid, p_own boolean) returns operators
  language plpgsql set search_path = public, pg_temp as $$
declare
  who operators;
begin
  select o.* into who from operators o
    where o.operator_id = (select operator_id from operator_sessions where session_id = p_session) for no key update;
  if not found or who.closed_at is not null or p_own and who.accepted_at is null or not exists (
    select from operator_sessions where session_id = p_session and last_seen_at > now() - interval '15 minutes'
      and created_at > now() - interval '12 hours' and stepped_up_at > clock_timestamp() - interval '5 minutes') then
    raise exception 'the second factor was not shown lately' using errcode = 'insufficient_privilege';
  end if;
  return who;
end $$;

create function operator_make_codes(p_operator uuid, p_codes text[]) returns void
  language plpgsql set search_path = public, pg_temp as $$
begin
  if cardinality(p_codes) <> 10 then raise exception 'recovery codes are ten' using errcode = 'check_violation'; end if;
  update operator_recovery_codes set ended_at = clock_timestamp() where operator_id = p_operator and ended_at is null;
  insert into operator_recovery_codes (operator_id, code_hash) select p_operator, unnest(p_codes);
end $$;

-- Opens a session for who showed this password or this passkey: one that ended meanwhile opens none. Somebody of a demo has neither.
create function operator_open_session(p_operator uuid, p_password bigint, p_passkey uuid, p_token bytea, p_ip text, p_agent text)
  returns boolean language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators;
  counts boolean;
begin
  select * into who from operators where operator_id = p_operator and closed_at is null for no key update;
  if not found then return false; end if;
  counts := case
    when p_password is not null then exists (select from operator_passwords
      where password_id = p_password and operator_id = p_operator and ended_at is null)
    when p_passkey is not null then exists (select from operator_passkeys
      where passkey_id = p_passkey and operator_id = p_operator and ended_at is null)
    else who.is_demo end;
  if not counts then return false; end if;
  insert into operator_sessions (operator_id, token_hash, ip, user_agent) values (p_operator, p_token, p_ip, p_agent);
  return true;
end $$;

-- False if a code of this step or a later one was used before.
create function operator_use_step(p_operator uuid, p_step bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update operator_authenticators set last_step = p_step
    where operator_id = p_operator and ended_at is null and last_step < p_step;
  return found;
end $$;

-- False if there is none of these that was neither used nor replaced.
create function operator_use_recovery_code(p_operator uuid, p_codes text[]) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update operator_recovery_codes set used_at = clock_timestamp()
    where operator_id = p_operator and code_hash = any (p_codes) and used_at is null and ended_at is null;
  if not found then return false; end if;
  perform audit_append(operator_name(p_operator), 'recovery-code-used', operator_name(p_operator), '{}');
  return true;
end $$;

-- False where it has signed more often before: it was copied, or it has ended.
create function operator_use_passkey(p_passkey uuid, p_counter bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update operator_passkeys p set counter = p_counter, last_used_at = clock_timestamp()
    from operators o
    where p.passkey_id = p_passkey and p.ended_at is null and o.operator_id = p.operator_id and o.closed_at is null
      and (p.counter < p_counter or p.counter = 0 and p_counter = 0);
  return found;
end $$;

-- Ends all other sessions. False if the password that was shown has ended meanwhile.
create function operator_change_password(p_session uuid, p_shown bigint, p_argon2 text, p_pepper_id text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators := operator_of_session(p_session, true);
  ended int;
begin
  update operator_passwords set ended_at = clock_timestamp()
    where password_id = p_shown and operator_id = who.operator_id and ended_at is null;
  if not found then return false; end if;
  insert into operator_passwords (operator_id, argon2, pepper_id) values (who.operator_id, p_argon2, p_pepper_id);
  delete from operator_sessions where operator_id = who.operator_id and session_id <> p_session;
  get diagnostics ended = row_count;
  perform audit_append(who.name, 'password-changed', who.name, canonical_json(jsonb_build_object('sessions_ended', ended)));
  return true;
end $$;

create function operator_renew_codes(p_session uuid, p_codes text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators := operator_of_session(p_session, true);
begin
  perform operator_make_codes(who.operator_id, p_codes);
  perform audit_append(who.name, 'recovery-codes-renewed', who.name, '{}');
end $$;

-- The one that is being set up in this session takes the place of the one before. `p_step`: of the code that was shown of it.
create function operator_replace_authenticator(p_session uuid, p_secret bytea, p_step bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators := operator_of_session(p_session, true);
begin
  delete from operator_new_authenticators where session_id = p_session and totp_secret = p_secret;
  if not found then return false; end if;
  update operator_authenticators set ended_at = clock_timestamp() where operator_id = who.operator_id and ended_at is null;
  insert into operator_authenticators (operator_id, totp_secret, last_step) values (who.operator_id, p_secret, p_step);
  perform audit_append(who.name, 'authenticator-replaced', who.name,
    canonical_json(jsonb_build_object('fingerprint', left(encode(sha256(p_secret), 'hex'), 12))));
  return true;
end $$;

-- `added`, `full` where there are ten, `known` where it is somebody's already.
create function operator_add_passkey(p_session uuid, p_passkey uuid, p_credential text, p_key bytea, p_counter bigint, p_transports text[],
    p_name text) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators := operator_of_session(p_session, true);
begin
  if (select count(*) from operator_passkeys where operator_id = who.operator_id and ended_at is null) >= 10 then return 'full'; end if;
  insert into operator_passkeys (passkey_id, operator_id, credential_id, public_key, counter, transports, name)
    values (p_passkey, who.operator_id, p_credential, p_key, p_counter, p_transports, p_name) on conflict do nothing;
  if not found then return 'known'; end if;
  perform audit_append(who.name, 'passkey-added', who.name, canonical_json(jsonb_build_object('passkey', p_passkey, 'name', p_name)));
  return 'added';
end $$;

-- False where it is none of this operator's. Who would have no second factor left keeps it.
create function operator_end_passkey(p_session uuid, p_passkey uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators := operator_of_session(p_session, true);
  called text;
begin
  update operator_passkeys set ended_at = clock_timestamp()
    where passkey_id = p_passkey and operator_id = who.operator_id and ended_at is null returning name into called;
  if not found then return false; end if;
  if not exists (select from operator_authenticators where operator_id = who.operator_id and ended_at is null)
     and not exists (select from operator_passkeys where operator_id = who.operator_id and ended_at is null) then
    raise exception 'the last second factor stays' using errcode = 'insufficient_privilege';
  end if;
  perform audit_append(who.name, 'passkey-removed', who.name, canonical_json(jsonb_build_object('passkey', p_passkey, 'name', called)));
  return true;
end $$;

-- By a link that is good, all proofs begin: the first ones of somebody new, or new ones of somebody who lost them, whose sessions end with
-- the old ones. Who was renewed by two administrators has no role until they give one again, as somebody new.
create function operator_accept(p_token bytea, p_argon2 text, p_pepper_id text, p_step bigint, p_codes text[], p_ip text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  invited operator_invitations;
  who operators;
begin
  select o.* into who from operators o
    where o.operator_id = (select operator_id from operator_invitations where token_hash = p_token) for no key update;
  select * into invited from operator_invitations
    where token_hash = p_token and used_at is null and created_at > now() - interval '1 hour' for update;
  if not found or who.closed_at is not null or who.is_demo
     or (who.accepted_at is not null) <> (invited.renewal is not null or invited.is_of_owner) then
    return false;
  end if;
  update operator_invitations set used_at = now() where invitation_id = invited.invitation_id;
  update operator_renewals set used_at = clock_timestamp() where operator_id = who.operator_id and used_at is null;
  update operator_passwords set ended_at = clock_timestamp() where operator_id = who.operator_id and ended_at is null;
  update operator_authenticators set ended_at = clock_timestamp() where operator_id = who.operator_id and ended_at is null;
  update operator_passkeys set ended_at = clock_timestamp() where operator_id = who.operator_id and ended_at is null;
  delete from operator_sessions where operator_id = who.operator_id;
  if invited.renewal is not null then delete from operator_roles where operator_id = who.operator_id; end if;
  insert into operator_passwords (operator_id, argon2, pepper_id) values (who.operator_id, p_argon2, p_pepper_id);
  insert into operator_authenticators (operator_id, totp_secret, last_step) values (who.operator_id, invited.totp_secret, p_step);
  perform operator_make_codes(who.operator_id, p_codes);
  update operators set accepted_at = now() where operator_id = who.operator_id and accepted_at is null;
  perform audit_append(who.name, case when who.accepted_at is null then 'invitation-accepted' else 'proofs-renewed' end, who.name,
    canonical_json(jsonb_build_object('ip', p_ip)));
  return true;
end $$;

-- False where there is nobody of this name who could have lost anything.
create function operator_renew(p_proposal uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'renew-operator');
  who operators;
begin
  select * into who from operators where name = act.body::json ->> 'name' and closed_at is null and accepted_at is not null for no key update;
  if not found then return false; end if;
  if who.operator_id in (act.maker, act.checker) then
    raise exception 'nobody renews the own proofs' using errcode = 'insufficient_privilege';
  end if;
  insert into operator_renewals (proposal_id, operator_id) values (p_proposal, who.operator_id) on conflict do nothing;
  return true;
end $$;

-- The link of a renewal, for an administrator to pass on within an hour of the approval; those before are over. Null where there is none.
create function operator_renewal_link(p_session uuid, p_operator uuid, p_token bytea, p_secret bytea) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  maker operators := operator_of_session(p_session, false);
  approved uuid;
  began timestamptz;
begin
  if maker.operator_id = p_operator or not operator_has_role(maker.operator_id, '{administrator}') then
    raise exception 'another administrator passes the link on' using errcode = 'insufficient_privilege';
  end if;
  select proposal_id into approved from operator_renewals
    where operator_id = p_operator and used_at is null and approved_at > clock_timestamp() - interval '1 hour'
    order by approved_at desc limit 1;
  if not found or not exists (select from operators where operator_id = p_operator and closed_at is null) then return null; end if;
  update operator_invitations set used_at = now()
    where operator_id = p_operator and used_at is null and created_at > now() - interval '1 hour';
  insert into operator_invitations (operator_id, token_hash, totp_secret, renewal)
    values (p_operator, p_token, p_secret, approved) returning created_at into began;
  perform audit_append(maker.name, 'renewal-link-made', operator_name(p_operator), '{}');
  return began;
end $$;
