-- What costs nothing has a number per account and day: swaps, and calls that leave rows.

-- A swap costs nothing and its rows are kept for ever, so an account has a number of them a day at the smallest value. Beyond it the smallest
-- value doubles with each further such number.

insert into setting_kinds values ('swap-day-limits', 'swap_day_limits', null, '{"swaps": "more"}');
create table swap_day_limits (
  version int primary key,
  -- Of an account, from midnight to midnight UTC.
  swaps int not null check (swaps between 10 and 100000),
  created_at timestamptz not null default now()
);
create trigger swap_day_limits_keep before update or delete or truncate on swap_day_limits
  for each statement execute function append_only();
create trigger swap_day_limits_setting after insert on swap_day_limits
  for each row execute function setting_made('swap-day-limits');
grant select on swap_day_limits to candor_app;

-- How many swaps an account placed on the last day on which it placed one. Days only go forward, and on one day the number only grows.
create table swap_days (
  account_id uuid not null,
  day_id uuid not null,
  begun_at timestamptz not null,
  placed int not null check (placed > 0),
  version bigint not null default 0,
  primary key (account_id, day_id)
) with (fillfactor = 50);
create function swap_days_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.account_id <> old.account_id or new.day_id <> old.day_id or new.begun_at < old.begun_at
     or (new.begun_at = old.begun_at and new.placed < old.placed) then
    raise exception 'swaps of a day are not forgotten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger swap_days_guard before update on swap_days for each row execute function swap_days_keep();
create trigger swap_days_no_delete before delete or truncate on swap_days
  for each statement execute function append_only();
grant select, insert, update on swap_days to candor_app;

-- How often an account made a call on the last day on which it made it, of calls that cost nothing and leave rows.
create table day_calls (
  account_id uuid not null,
  call text not null check (length(call) between 1 and 60),
  day date not null,
  made int not null check (made > 0),
  primary key (account_id, call)
) with (fillfactor = 50);
create function day_calls_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.account_id <> old.account_id or new.call <> old.call or new.day < old.day or (new.day = old.day and new.made < old.made) then
    raise exception 'calls of a day are not forgotten' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger day_calls_guard before update on day_calls for each row execute function day_calls_keep();
create trigger day_calls_no_delete before delete or truncate on day_calls
  for each statement execute function append_only();
grant select, insert, update on day_calls to candor_app;

-- Last, as a version is public when it is asked for.
insert into swap_day_limits (version, swaps) values (1, 100);
