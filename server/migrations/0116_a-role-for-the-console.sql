-- What operators do belongs to a role of its own, candor_console, as which the process comes that operators reach. It may do what a server
-- may, as it carries out with the products what operators decide; but it moves no money and opens no customer's session, and a server
-- signs in no operator, decides on nothing and writes nothing in an operator's name. See deploy/database.sql for the role itself.

-- Where operators are signed in, what they propose and decide on.
revoke insert, update, delete on operators, operator_invitations, operator_sessions, operator_origins, operator_new_authenticators,
  operator_challenges, act_proposals, act_claims, act_comments from candor_app;
grant insert (operator_id, name) on operators to candor_console;
grant insert (operator_id, token_hash, totp_secret), update (used_at) on operator_invitations to candor_console;
grant update (last_seen_at, stepped_up_at), delete on operator_sessions to candor_console;
grant insert, update, delete on operator_origins, operator_new_authenticators to candor_console;
grant insert, delete on operator_challenges to candor_console;
grant insert, update on act_proposals to candor_console;
grant insert on act_claims, act_comments to candor_console;

-- What proves who an operator is: a server counts it, and reads no hash, no secret and no digest.
revoke select on operator_passwords, operator_authenticators, operator_recovery_codes, operator_passkeys, operator_invitations,
  operator_sessions, operator_new_authenticators, operator_origins, operator_challenges from candor_app;
grant select on operator_passwords, operator_authenticators, operator_recovery_codes, operator_passkeys, operator_invitations,
  operator_sessions, operator_new_authenticators, operator_origins, operator_challenges to candor_console;
grant select (password_id, operator_id, began_at, ended_at) on operator_passwords to candor_app;
grant select (authenticator_id, operator_id, began_at, ended_at) on operator_authenticators to candor_app;
grant select (operator_id, used_at, made_at, ended_at) on operator_recovery_codes to candor_app;
grant select (passkey_id, operator_id, began_at, ended_at) on operator_passkeys to candor_app;
grant select (invitation_id, operator_id, created_at, used_at) on operator_invitations to candor_app;
grant select (session_id, operator_id, created_at, last_seen_at, stepped_up_at) on operator_sessions to candor_app;
grant select (session_id) on operator_new_authenticators to candor_app;
grant select (operator_id, seen_at) on operator_origins to candor_app;
grant select (expires_at) on operator_challenges to candor_app;

-- Contacts and devices of operators are personal data of theirs, which a server has no use for; functions of the owner compare them.
revoke select on operator_contacts, operator_devices from candor_app;
grant select on operator_contacts, operator_devices to candor_console;
grant select (operator_id, kind, declared_at) on operator_contacts to candor_app;
grant select (operator_id, last_seen_at) on operator_devices to candor_app;

-- By default everybody may call a function: these are for a console, and for functions of the owner.
do $$
declare
  one regprocedure;
begin
  for one in
    select oid from pg_proc
    where pronamespace = 'public'::regnamespace and prosecdef and (proname like 'operator\_%' or proname in ('act_obstacle', 'audit_append'))
  loop
    execute format('revoke execute on function %s from public', one);
    execute format('grant execute on function %s to candor_console', one);
  end loop;
end $$;

-- A console that was taken over pays nobody and comes in as no customer by itself: its role may not, whatever it may do as a server.
create function console_is_refused() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  raise exception 'a console does not write %', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger ledger_moves_of_servers before insert on ledger_moves
  for each statement when (session_user = 'candor_console') execute function console_is_refused();
create trigger house_dues_of_servers before insert on house_dues
  for each statement when (session_user = 'candor_console') execute function console_is_refused();
create trigger sessions_of_servers before insert or update on sessions
  for each statement when (session_user = 'candor_console') execute function console_is_refused();
create trigger credentials_of_servers before insert or update on credentials
  for each statement when (session_user = 'candor_console') execute function console_is_refused();
create trigger account_authenticators_of_servers before insert or update on account_authenticators
  for each statement when (session_user = 'candor_console') execute function console_is_refused();
create trigger account_recovery_codes_of_servers before insert or update on account_recovery_codes
  for each statement when (session_user = 'candor_console') execute function console_is_refused();
create trigger account_passkeys_of_servers before insert or update on account_passkeys
  for each statement when (session_user = 'candor_console') execute function console_is_refused();
