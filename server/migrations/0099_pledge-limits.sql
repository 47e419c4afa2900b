-- What one account may hold of staking: constant in the program so far, from now on a setting like other limits. What was constant is the
-- first version.

insert into setting_kinds values
  ('pledge-limits', 'pledge_limits', null, '{"income_share_max": "more", "quota_share_max": "more", "running_max": "more"}');

create table pledge_limits (
  version int primary key,
  -- Of the income that the house can still promise.
  income_share_max numeric(38, 18) not null check (income_share_max between 0.001 and 0.5),
  -- Of a plan's quota; one pledge of the most that the plan takes is always within it.
  quota_share_max numeric(38, 18) not null check (quota_share_max between 0.001 and 0.5),
  -- Pledges of an account at the same time.
  running_max int not null check (running_max between 1 and 500),
  created_at timestamptz not null default now()
);
create trigger pledge_limits_keep before update or delete or truncate on pledge_limits
  for each statement execute function append_only();
create trigger pledge_limits_setting after insert on pledge_limits
  for each row execute function setting_made('pledge-limits');

grant select on pledge_limits to candor_app;

-- Last, as a version is public when it is asked for: no lock that was waited for above may make it older than a minute.
insert into pledge_limits (version, income_share_max, quota_share_max, running_max) values (1, 0.1, 0.1, 50);
