-- VIP levels follow from what an account's trading cost on average, no longer from how much was traded: 1,000,000 USDT of contract volume
-- cost 200 USDT of fees.

-- Each demand becomes the cost that the same volume has at the contract fee without leverage: one percent of it.
alter table vip_levels rename to vip_levels_by_volume;
alter table vip_levels_by_volume rename constraint vip_levels_pkey to vip_levels_by_volume_pkey;
alter table vip_levels_by_volume rename constraint vip_levels_level_check to vip_levels_by_volume_level_check;
alter table vip_levels_by_volume rename constraint vip_levels_version_check to vip_levels_by_volume_version_check;
drop trigger vip_levels_setting on vip_levels_by_volume;
drop trigger vip_levels_keep on vip_levels_by_volume;
-- Kept to be read; no version is added.
create trigger vip_levels_by_volume_keep before insert or update or delete or truncate on vip_levels_by_volume
  for each statement execute function append_only();

-- What a level asks for, USDT in 30 days; a change is a new version.
create table vip_levels (
  level smallint not null check (level between 1 and 3),
  version int not null check (version > 0),
  trading_cost numeric(38, 18) not null check (trading_cost > 0),
  created_at timestamptz not null default now(),
  primary key (level, version)
);
create trigger vip_levels_keep before update or delete or truncate on vip_levels
  for each statement execute function append_only();
grant select on vip_levels to candor_app;

alter table setting_kinds disable trigger setting_kinds_keep;
update setting_kinds set favours = '{"trading_cost": "less"}' where name = 'vip-levels';
alter table setting_kinds enable trigger setting_kinds_keep;

-- What was counted last is counted anew from what the products' orders say.
drop table vip_volumes;
create table vip_costs (
  account_id uuid primary key,
  cost numeric(38, 18) not null check (cost >= 0)
);
grant select, insert, update on vip_costs to candor_app;

-- The notice of a day: levels that customers have by the old count stay until the beginning of the day after the next one, and nobody
-- reaches one by volume any more.
insert into vip_days (day, counted_at)
select ((now() at time zone 'UTC')::date + 1), now() where exists (select from vip_days)
on conflict do nothing;

-- The new measure is in force from now on: the old and the new number are of different things, so neither is more or less than the other,
-- and the notice above takes the place of the one of a setting.
alter table setting_versions disable trigger setting_versions_guard;
create trigger vip_levels_setting after insert on vip_levels for each row execute function setting_made('vip-levels');
insert into vip_levels (level, version, trading_cost)
select now.id::smallint, (select max(version) from setting_versions where name = 'vip-levels' and id = now.id) + 1,
  trunc(before.volume * 0.01, 18)
from settings_in_force('vip-levels', clock_timestamp()) as now
join vip_levels_by_volume as before on before.level::text = now.id and before.version = now.version
order by now.id;
-- What waits for the end of the transaction is done before the table is altered again.
set constraints all immediate;
alter table setting_versions enable trigger setting_versions_guard;
