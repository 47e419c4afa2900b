-- How much of customers one operator may look at within an hour and a day, counted in one place for all processes.

insert into setting_kinds values ('operator-looks', 'operator_look_limits', null,
  '{"customers_per_hour": "less", "customers_per_day": "less", "pages_per_hour": "less", "pages_per_day": "less", "exports_per_day": "less", "documents_per_hour": "less"}');

create table operator_look_limits (
  version int primary key,
  -- Customers whose data one operator is shown whole. The same customer counts once.
  customers_per_hour int not null constraint customers_per_hour check (customers_per_hour between 5 and 10000),
  customers_per_day int not null constraint customers_per_day check (customers_per_day between 5 and 100000),
  -- Pages of lists of customers, each search and each page of a list once.
  pages_per_hour int not null constraint pages_per_hour check (pages_per_hour between 20 and 10000),
  pages_per_day int not null constraint pages_per_day check (pages_per_day between 20 and 100000),
  -- Lists taken away as a table.
  exports_per_day int not null constraint exports_per_day check (exports_per_day between 1 and 1000),
  -- Identity cases whose document is opened.
  documents_per_hour int not null constraint documents_per_hour check (documents_per_hour between 1 and 1000),
  created_at timestamptz not null default now()
);
create trigger operator_look_limits_keep before update or delete or truncate on operator_look_limits
  for each statement execute function append_only();
create trigger operator_look_limits_setting after insert on operator_look_limits
  for each row execute function setting_made('operator-looks');

create function operator_look_limits_now() returns operator_look_limits language sql stable set search_path = public, pg_temp as $$
  select each.* from operator_look_limits as each join settings_in_force('operator-looks', clock_timestamp()) as now using (version)
$$;

-- What operators were shown. Written by operator_look alone.
create table operator_looks (
  operator_id uuid not null references operators,
  -- reached: a bound of the kind that the subject names was reached, which the audit log says once an hour.
  kind text not null check (kind in ('customers', 'pages', 'exports', 'documents', 'reached')),
  -- The id of an account or a case; of pages a digest of what was asked for; of an export an id of its own.
  subject text not null check (length(subject) between 1 and 200),
  at timestamptz not null,
  primary key (operator_id, kind, at, subject)
);
create index operator_looks_at on operator_looks (at);

-- Counts a look before anything is shown; without a subject it only says whether there is room. Looks of one operator and kind come one after
-- the other, however many processes ask. A subject counts once within an hour towards the hour, and once within a day towards the day.
create function operator_look(looker uuid, looked_at text, about text,
  out is_shown boolean, out is_news boolean, out in_hour int, out in_day int, out hour_bound int, out day_bound int, out again_at timestamptz)
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  limits operator_look_limits := operator_look_limits_now();
  hour_ago timestamptz;
  day_ago timestamptz;
  is_in_hour boolean;
  is_in_day boolean;
  is_hour_full boolean;
  is_day_full boolean;
begin
  hour_bound := case looked_at when 'customers' then limits.customers_per_hour when 'pages' then limits.pages_per_hour
    when 'documents' then limits.documents_per_hour end;
  day_bound := case looked_at when 'customers' then limits.customers_per_day when 'pages' then limits.pages_per_day
    when 'exports' then limits.exports_per_day end;
  if hour_bound is null and day_bound is null then
    raise exception 'nothing bounds looks at %', looked_at using errcode = 'check_violation';
  end if;
  perform pg_advisory_xact_lock(hashtextextended(format('operator_look %s %s', looker, looked_at), 0));
  hour_ago := clock_timestamp() - interval '1 hour';
  day_ago := clock_timestamp() - interval '24 hours';

  select count(*) filter (where newest > hour_ago), count(*),
    coalesce(bool_or(subject = about and newest > hour_ago), false), coalesce(bool_or(subject = about), false)
  into in_hour, in_day, is_in_hour, is_in_day
  from (select subject, max(at) as newest from operator_looks
        where operator_id = looker and kind = looked_at and at > day_ago group by subject) as lately;
  is_hour_full := not is_in_hour and coalesce(in_hour >= hour_bound, false);
  is_day_full := not is_in_day and coalesce(in_day >= day_bound, false);
  is_shown := not is_hour_full and not is_day_full;

  if is_shown and about is not null and not is_in_hour then
    insert into operator_looks values (looker, looked_at, about, clock_timestamp());
    in_hour := in_hour + 1;
    in_day := in_day + (not is_in_day)::int;
  end if;
  if not is_shown then
    -- When so many have become old that one more has room.
    select max(one.newest + one.lasts) into again_at from (
      (select newest, interval '1 hour' as lasts from (select max(at) as newest from operator_looks
         where operator_id = looker and kind = looked_at and at > hour_ago group by subject) as hour
       where is_hour_full order by newest desc offset hour_bound - 1 limit 1)
      union all
      (select newest, interval '24 hours' from (select max(at) as newest from operator_looks
         where operator_id = looker and kind = looked_at and at > day_ago group by subject) as day
       where is_day_full order by newest desc offset day_bound - 1 limit 1)) as one;
  end if;
  is_news := (not is_shown or coalesce(in_hour >= hour_bound, false) or coalesce(in_day >= day_bound, false))
    and not exists (select from operator_looks
      where operator_id = looker and kind = 'reached' and subject = looked_at and at > hour_ago);
  if is_news then insert into operator_looks values (looker, 'reached', looked_at, clock_timestamp()); end if;
end $$;

-- The audit log says for ever who looked at whom; these rows are for counting.
create function operator_looks_forget() returns void language sql security definer set search_path = public, pg_temp as $$
  delete from operator_looks where at < clock_timestamp() - interval '35 days'
$$;

grant select on operator_look_limits to candor_app;
grant select on operator_looks to candor_app;
revoke execute on function operator_look(uuid, text, text), operator_looks_forget() from public;
grant execute on function operator_look(uuid, text, text), operator_looks_forget() to candor_console;

-- Last, as a version is public when it is asked for.
insert into operator_look_limits (version, customers_per_hour, customers_per_day, pages_per_hour, pages_per_day, exports_per_day, documents_per_hour)
values (1, 60, 300, 120, 600, 5, 30);
