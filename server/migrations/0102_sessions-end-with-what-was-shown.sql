-- The second factor of a sign-in counts until its session is open: one that has ended while the password was looked at opens none. Who signs
-- in says which authenticator or recovery code it was.

drop function operator_open_session(uuid, bigint, uuid, bytea, text, text);
drop function operator_use_step(uuid, bigint);
drop function operator_use_recovery_code(uuid, text[]);

-- Opens a session for who showed this passkey, or this password with this authenticator or this recovery code, which is used by now: what
-- ended meanwhile opens none. Somebody of a demo has none of them.
create function operator_open_session(p_operator uuid, p_password bigint, p_passkey uuid, p_token bytea, p_ip text, p_agent text,
    p_authenticator bigint default null, p_recovery_code text default null) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators;
  counts boolean;
begin
  select * into who from operators where operator_id = p_operator and closed_at is null for no key update;
  if not found then return false; end if;
  counts := case
    when p_password is not null then
      exists (select from operator_passwords where password_id = p_password and operator_id = p_operator and ended_at is null)
      and (exists (select from operator_authenticators
          where authenticator_id = p_authenticator and operator_id = p_operator and ended_at is null)
        or exists (select from operator_recovery_codes
          where code_hash = p_recovery_code and operator_id = p_operator and used_at is not null and ended_at is null))
    when p_passkey is not null then exists (select from operator_passkeys
      where passkey_id = p_passkey and operator_id = p_operator and ended_at is null)
    else who.is_demo end;
  if not counts then return false; end if;
  insert into operator_sessions (operator_id, token_hash, ip, user_agent) values (p_operator, p_token, p_ip, p_agent);
  return true;
end $$;

-- False if this authenticator has ended, or a code of this step or a later one was used before.
create function operator_use_step(p_authenticator bigint, p_step bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update operator_authenticators set last_step = p_step
    where authenticator_id = p_authenticator and ended_at is null and last_step < p_step;
  return found;
end $$;

-- Which of these was used; null if there is none that was neither used nor replaced.
create function operator_use_recovery_code(p_operator uuid, p_codes text[]) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  spent text;
begin
  update operator_recovery_codes set used_at = clock_timestamp()
    where operator_id = p_operator and code_hash = any (p_codes) and used_at is null and ended_at is null returning code_hash into spent;
  if not found then return null; end if;
  perform audit_append(operator_name(p_operator), 'recovery-code-used', operator_name(p_operator), '{}');
  return spent;
end $$;
