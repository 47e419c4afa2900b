-- What is to be done at a time, and staking: USDT that earns a fixed income for some days.

-- What a product promised out of staking-rewards, to the last digit.
alter type ledger_bucket add value 'staking-reserve' after 'staking-rewards';

-- One row for each thing that time does something to: the engine carries it out when it is due, and the same transaction moves it on.
create table due_work (
  account_id uuid not null,
  due_id uuid not null,
  book ledger_book not null,
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  -- The order that it is about.
  subject_id uuid not null,
  -- What its command must name besides, in the product's words.
  detail text not null default '',
  -- Null when nothing is left to be done.
  due_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, due_id)
) with (fillfactor = 70);
create index due_work_waiting on due_work (due_at, due_id) where due_at is not null;

create function due_work_keep() returns trigger language plpgsql as $$
begin
  if (old.account_id, old.due_id, old.book, old.kind, old.subject_id, old.detail) is distinct from
     (new.account_id, new.due_id, new.book, new.kind, new.subject_id, new.detail) or old.due_at is null or new.due_at <= old.due_at then
    raise exception 'what is due moves on and never back' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger due_work_guard before update on due_work for each row execute function due_work_keep();
create trigger due_work_no_delete before delete or truncate on due_work
  for each statement execute function append_only();

-- Terms on offer; a change is a new version, and a pledge keeps the one that it was opened under.
create table pledge_configs (
  product_id text not null,
  version int not null,
  days int not null check (days between 1 and 366),
  -- Income of a day, as a share of the principal.
  daily_rate numeric(38, 18) not null check (daily_rate > 0),
  min_amount numeric(38, 18) not null check (min_amount > 0),
  max_amount numeric(38, 18) not null check (max_amount >= min_amount),
  -- Of all customers together, at any time.
  quota numeric(38, 18) not null check (quota >= max_amount),
  is_offered boolean not null,
  created_at timestamptz not null default now(),
  primary key (product_id, version)
);
insert into pledge_configs (product_id, version, days, daily_rate, min_amount, max_amount, quota, is_offered) values
  ('1', 1, 7, 0.0002, 10, 50000, 5000000, true),
  ('2', 1, 15, 0.0003, 50, 50000, 3000000, true),
  ('3', 1, 30, 0.0004, 100, 100000, 2000000, true),
  ('4', 1, 90, 0.0005, 100, 100000, 1000000, true);
create trigger pledge_configs_keep before update or delete or truncate on pledge_configs
  for each statement execute function append_only();

-- What is staked in a product and book at the moment. The id is made from words, as kit/uuid-of.ts makes it.
create table pledge_quotas (
  quota_id uuid primary key,
  product_id text not null,
  book ledger_book not null,
  taken numeric(38, 18) not null check (taken >= 0),
  version bigint not null default 0,
  unique (product_id, book)
) with (fillfactor = 50);
insert into pledge_quotas (quota_id, product_id, book, taken)
select (substr(hash, 1, 8) || '-' || substr(hash, 9, 4) || '-8' || substr(hash, 14, 3) || '-a' || substr(hash, 18, 3) || '-'
    || substr(hash, 21, 12))::uuid, product_id, book, 0
from (select product_id, book,
    encode(sha256(convert_to('pledge quota ' || product_id || ' ' || book::text, 'UTF8')), 'hex') as hash
  from (values ('1'), ('2'), ('3'), ('4')) as products (product_id), unnest(enum_range(null::ledger_book)) as book) as named;

create table pledges (
  account_id uuid not null,
  pledge_id uuid not null,
  book ledger_book not null,
  product_id text not null,
  config_version int not null,
  amount numeric(38, 18) not null check (amount > 0),
  days int not null check (days > 0),
  daily_rate numeric(38, 18) not null check (daily_rate > 0),
  -- Of the whole term; reserved when it was opened.
  income numeric(38, 18) not null check (income >= 0),
  started_at timestamptz not null,
  -- The one that it goes on from.
  renews uuid,
  auto_renew boolean not null,
  days_posted int not null check (days_posted between 0 and days),
  posted numeric(38, 18) not null check (posted between 0 and income),
  outcome text check (outcome in ('completed', 'closed')),
  -- What of the income was given up by closing it early.
  forfeited numeric(38, 18) check (forfeited >= 0),
  ended_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, pledge_id),
  foreign key (product_id, config_version) references pledge_configs,
  check (num_nulls(outcome, forfeited, ended_at) in (0, 3)),
  check (outcome is null or posted + forfeited = income),
  check (outcome is distinct from 'completed' or forfeited = 0)
) with (fillfactor = 70);

-- What was agreed never changes; income only grows; an ended pledge is final.
create function pledges_keep() returns trigger language plpgsql as $$
begin
  if old.outcome is not null then
    raise exception 'an ended pledge is final' using errcode = 'insufficient_privilege';
  end if;
  if (old.account_id, old.pledge_id, old.book, old.product_id, old.config_version, old.amount, old.days, old.daily_rate,
      old.income, old.started_at, old.renews) is distinct from
     (new.account_id, new.pledge_id, new.book, new.product_id, new.config_version, new.amount, new.days, new.daily_rate,
      new.income, new.started_at, new.renews) or new.days_posted < old.days_posted or new.posted < old.posted then
    raise exception 'the terms of a pledge never change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger pledges_guard before update on pledges for each row execute function pledges_keep();
create trigger pledges_no_delete before delete or truncate on pledges
  for each statement execute function append_only();

grant select on pledge_configs to candor_app;
grant select, insert, update on due_work, pledges to candor_app;
grant select, update on pledge_quotas to candor_app;
