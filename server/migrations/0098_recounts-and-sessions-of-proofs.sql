-- Counts and holds that older processes may have left out are written anew; roles are given to whose fingerprint was compared; a session
-- ends with what may have opened it.

-- What open orders of an account hold, as 0084 and 0097 count it. Nobody opens or ends one meanwhile. This table first: commands read it
-- before they write to the others.
lock table account_promises in exclusive mode;
lock table swap_orders, purchases, pledges in share mode;
with open as (
  select account_id, 'swap' as product, to_coin as coin, promised as amount from swap_orders where result is null and kind = 'limit'
  union all
  select account_id, 'purchase', coin, reserved from purchases where reserved > 0
  union all
  select account_id, 'staking', 'USDT', income from pledges where outcome is null and income > 0
  union all
  select account_id, 'staking-plan', product_id, amount from pledges where outcome is null
), found as (
  select account_id, product, coin, count(*)::int as orders, sum(amount) as held from open group by account_id, product, coin
  union all
  select account_id, product, 'all', count(*)::int, 0 from open group by account_id, product
), ended as (
  update account_promises as counted set orders = 0, held = 0, version = version + 1
  where (orders > 0 or held > 0) and not exists (select from found
    where found.account_id = counted.account_id and found.product = counted.product and found.coin = counted.coin)
)
insert into account_promises as counted (account_id, promise_id, product, coin, orders, held)
select account_id, account_promise_id(product, coin), product, coin, orders, held from found
on conflict (account_id, promise_id) do update set orders = excluded.orders, held = excluded.held, version = counted.version + 1
  where (counted.orders, counted.held) is distinct from (excluded.orders, excluded.held);

-- Accounts and holds that came while 0096 was applied.
lock table account_holds in share row exclusive mode;
insert into account_hold_ends (account_id) select account_id from accounts on conflict do nothing;
update account_hold_ends as ends set held_until = newest.ends_at, version = version + 1
from (select account_id, max(ends_at) as ends_at from account_holds group by account_id) as newest
where newest.account_id = ends.account_id and (ends.held_until is null or ends.held_until < newest.ends_at);

-- A hold is there whether or not its account's row was.
create or replace function account_holds_count() returns trigger language plpgsql as $$
begin
  insert into account_hold_ends as ends (account_id, held_until) values (new.account_id, new.ends_at)
  on conflict (account_id) do update set held_until = greatest(ends.held_until, excluded.held_until), version = ends.version + 1;
  return new;
end $$;

-- False where nobody of this name has accepted an invitation, or where the proofs are others than those whose fingerprint was compared.
-- The operator is locked, so that none are set meanwhile.
create or replace function operator_set_roles(p_proposal uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'set-roles');
  wanted uuid;
  roles text[];
begin
  select operator_id into wanted from operators
    where name = act.body::json ->> 'name' and closed_at is null and accepted_at is not null for no key update;
  if not found or not exists (select from operator_authenticators where operator_id = wanted and ended_at is null
     and left(encode(sha256(totp_secret), 'hex'), 12) = act.facts::json ->> 'fingerprint') then
    return false;
  end if;
  roles := array(select json_array_elements_text(act.body::json -> 'roles'));
  delete from operator_roles where operator_id = wanted and role <> all (roles);
  insert into operator_roles (operator_id, role) select wanted, unnest(roles) on conflict do nothing;
  return true;
end $$;

-- All sessions of an operator but one, and how many those were.
create function operator_end_others(p_operator uuid, p_session uuid) returns int
  language plpgsql set search_path = public, pg_temp as $$
declare
  ended int;
begin
  delete from operator_sessions where operator_id = p_operator and session_id <> p_session;
  get diagnostics ended = row_count;
  return ended;
end $$;

-- The one that is being set up in this session takes the place of the one before. Ends all other sessions. `p_step`: of the code that was
-- shown of it.
create or replace function operator_replace_authenticator(p_session uuid, p_secret bytea, p_step bigint) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators := operator_of_session(p_session, true);
begin
  delete from operator_new_authenticators where session_id = p_session and totp_secret = p_secret;
  if not found then return false; end if;
  update operator_authenticators set ended_at = clock_timestamp() where operator_id = who.operator_id and ended_at is null;
  insert into operator_authenticators (operator_id, totp_secret, last_step) values (who.operator_id, p_secret, p_step);
  perform audit_append(who.name, 'authenticator-replaced', who.name, canonical_json(jsonb_build_object(
    'fingerprint', left(encode(sha256(p_secret), 'hex'), 12), 'sessions_ended', operator_end_others(who.operator_id, p_session))));
  return true;
end $$;

-- Ends all other sessions. False where it is none of this operator's. Who would have no second factor left keeps it.
create or replace function operator_end_passkey(p_session uuid, p_passkey uuid) returns boolean
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
  perform audit_append(who.name, 'passkey-removed', who.name, canonical_json(jsonb_build_object(
    'passkey', p_passkey, 'name', called, 'sessions_ended', operator_end_others(who.operator_id, p_session))));
  return true;
end $$;

-- Sessions are opened by operator_open_session alone, and stay whose they are and since when.
revoke insert, update on operator_sessions from candor_app;
grant update (last_seen_at, stepped_up_at) on operator_sessions to candor_app;

-- Answers '' when it is closed, else what is in the way: 'balances' or 'frozen'. The experience account of the person goes with it.
-- Who takes a break from trading keeps the address occupied until it ends, so that no new account is opened around the break.
create or replace function account_close(p_account uuid, p_keep_until timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids uuid[];
  is_on_break boolean;
begin
  -- First alone: who opens an experience account locks its owner, and what was opened until then is seen only by what is asked afterwards.
  perform from accounts where account_id = p_account for update;
  ids := array(select account_id from accounts where account_id = p_account or experience_of = p_account order by 1 for update);
  perform from accounts where account_id = p_account and account_type = '1' and closed_at is null;
  if not found then return ''; end if;
  perform from account_freezes where account_id = p_account and released_at is null;
  if found then return 'frozen'; end if;
  -- Locked, so that nothing comes in between.
  perform from ledger_balances where account_id = p_account order by coin for update;
  perform from ledger_balances where account_id = p_account and available + reserved + margin + staked > 0;
  if found then return 'balances'; end if;
  perform from house_dues where account_id = p_account and unpaid > 0;
  if found then return 'balances'; end if;
  if account_is_engaged(p_account) then return 'balances'; end if;
  select exists (select from personal_limits where account_id = p_account and pause_ends_at > now()) into is_on_break;
  insert into closed_accounts (account_id, keep_until, email, phone)
    select account_id, p_keep_until, email, phone from accounts where account_id = any (ids);
  update accounts set closed_at = now(), mail_phrase = null,
    email = case when is_on_break then email end, phone = case when is_on_break then phone end
  where account_id = any (ids);
  delete from sessions where account_id = any (ids);
  delete from credentials where account_id = any (ids);
  delete from account_origins where account_id = any (ids);
  delete from account_passkeys where account_id = any (ids);
  delete from account_authenticators where account_id = any (ids);
  delete from account_recovery_codes where account_id = any (ids);
  delete from data_exports where account_id = any (ids);
  delete from favourites where account_id = any (ids);
  delete from alert_deliveries where account_id = any (ids);
  delete from alert_messages where account_id = any (ids);
  delete from price_alerts where account_id = any (ids);
  delete from alert_settings where account_id = any (ids);
  delete from content_likes where account_id = any (ids);
  delete from notifications where account_id = any (ids);
  delete from notification_switches where account_id = any (ids);
  delete from notification_quiet_hours where account_id = any (ids);
  delete from shared_receipts where account_id = any (ids);
  return '';
end $$;
