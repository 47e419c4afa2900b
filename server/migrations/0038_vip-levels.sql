-- VIP levels: counted once a day from what was traded in the 30 days before it.

-- What a level asks for, in USDT; a change is a new version.
create table vip_levels (
  level smallint not null check (level between 1 and 3),
  version int not null check (version > 0),
  volume numeric(38, 18) not null check (volume > 0),
  created_at timestamptz not null default now(),
  primary key (level, version)
);
insert into vip_levels (level, version, volume) values (1, 1, 10000), (2, 1, 100000), (3, 1, 1000000);
create trigger vip_levels_keep before update or delete or truncate on vip_levels
  for each statement execute function append_only();

-- Days of UTC at whose beginning levels were counted.
create table vip_days (
  day date primary key,
  counted_at timestamptz not null
);
create trigger vip_days_keep before update or delete or truncate on vip_days
  for each statement execute function append_only();

-- Of accounts that have traded, as it was counted last.
create table vip_volumes (
  account_id uuid primary key,
  volume numeric(38, 18) not null check (volume >= 0)
);

grant select on vip_levels to candor_app;
grant select, insert on vip_days to candor_app;
grant select, insert, update on vip_volumes to candor_app;
