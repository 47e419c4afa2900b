-- Accounts that their owners have closed: nobody gets in any more, and of the person there is left what the law has kept.

create table closed_accounts (
  account_id uuid primary key references accounts,
  closed_at timestamptz not null default now(),
  -- Until then whoever must ask by law is told whose it was; then nothing leads to the person any more.
  keep_until timestamptz not null,
  email text,
  phone text
);
create index closed_accounts_due on closed_accounts (keep_until) where email is not null or phone is not null;

create function closed_accounts_keep() returns trigger language plpgsql as $$
begin
  if (old.account_id, old.closed_at, old.keep_until) is distinct from (new.account_id, new.closed_at, new.keep_until)
     or new.email is not null or new.phone is not null or old.keep_until > now() then
    raise exception 'of a closed account only the address is forgotten, and when its time is over' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger closed_accounts_guard before update on closed_accounts for each row execute function closed_accounts_keep();

-- A closed account has neither address nor password; its number, orders and journal stay.
alter table accounts add closed_at timestamptz;
alter table accounts drop constraint accounts_check1;
alter table accounts add constraint accounts_reachable
  check (account_type = '0' or email is not null or phone is not null or closed_at is not null);

-- Answers '' when it is closed, else what is in the way: 'balances' or 'frozen'. The experience account of the person goes with it.
-- Who takes a break from trading keeps the address occupied until it ends, so that no new account is opened around the break.
create function account_close(p_account uuid, p_keep_until timestamptz) returns text
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids uuid[];
  is_on_break boolean;
begin
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

-- Forgets addresses whose time is over, and frees those that a break has kept occupied.
create function accounts_forget_closed() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update closed_accounts set email = null, phone = null
    where keep_until < now() and (email is not null or phone is not null);
  update accounts a set email = null, phone = null
    where closed_at is not null and (email is not null or phone is not null)
      and not exists (select from personal_limits p where p.account_id = a.account_id and p.pause_ends_at > now());
end $$;
create index accounts_closed_named on accounts (account_id) where closed_at is not null and (email is not null or phone is not null);

grant select on closed_accounts to candor_app;
