-- Seconds options: versioned terms and the orders placed under them.

create table options_configs (
  config_id text not null,
  version int not null,
  duration_ms int not null check (duration_ms > 0),
  payout_rate numeric(38, 18) not null check (payout_rate > 0),
  min_stake numeric(38, 18) not null check (min_stake > 0),
  max_stake numeric(38, 18) not null check (max_stake >= min_stake),
  is_offered boolean not null,
  created_at timestamptz not null default now(),
  -- Where a gap in the prices leaves no tick fresh enough at expiry, the first one after it is the exit: how long it is waited for.
  exit_wait_ms int not null,
  primary key (config_id, version)
);

insert into options_configs (config_id, version, duration_ms, payout_rate, min_stake, max_stake, is_offered, exit_wait_ms)
select config_id, version, duration_ms, payout_rate, 10, max_stake, true, exit_wait_ms
from (values (1, 0), (2, 10000)) as terms (version, exit_wait_ms), (values
  ('1', 30000, 0.85, 5000),
  ('2', 60000, 0.86, 10000),
  ('3', 120000, 0.87, 20000),
  ('4', 180000, 0.88, 30000),
  ('5', 300000, 0.90, 50000)
) as offer (config_id, duration_ms, payout_rate, max_stake);
-- Terms without a wait exist for orders that ended under them; none are made any more.
alter table options_configs add constraint options_configs_exit_wait check (exit_wait_ms = 10000) not valid;

create table option_orders (
  account_id uuid not null,
  order_id uuid not null,
  book ledger_book not null,
  coin text not null,
  side text not null check (side in ('up', 'down')),
  stake numeric(38, 18) not null check (stake > 0),
  -- What a win adds to the stake; reserved in the house's options reserve from the start.
  profit numeric(38, 18) not null check (profit > 0),
  config_id text not null,
  config_version int not null,
  duration_ms int not null,
  exit_wait_ms int not null,
  received_at timestamptz not null,
  accepted_sequence bigint not null,
  entry_sequence bigint,
  entry_price numeric(38, 18),
  entry_at timestamptz,
  expires_at timestamptz,
  exit_sequence bigint,
  exit_price numeric(38, 18),
  exit_at timestamptz,
  result text check (result in ('win', 'lose', 'tie', 'void')),
  void_reason text check (void_reason in ('no-entry-tick', 'no-exit-tick')),
  paid numeric(38, 18),
  settled_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, order_id),
  check ((result is null) = (settled_at is null)),
  check ((result is null) = (paid is null)),
  check ((result is not distinct from 'void') = (void_reason is not null)),
  check ((entry_sequence is null) = (expires_at is null))
);
-- The sweep finds what is overdue by the terms, which never change, so that an entry touches no index.
create index option_orders_running on option_orders (duration_ms, received_at) where result is null;

-- What was agreed never changes; an entry is set once; an ended order is final.
create function option_orders_keep() returns trigger language plpgsql as $$
begin
  if old.result is not null then
    raise exception 'an ended order is final' using errcode = 'insufficient_privilege';
  end if;
  if (old.account_id, old.order_id, old.book, old.coin, old.side, old.stake, old.profit, old.config_id,
      old.config_version, old.duration_ms, old.exit_wait_ms, old.received_at, old.accepted_sequence)
     is distinct from
     (new.account_id, new.order_id, new.book, new.coin, new.side, new.stake, new.profit, new.config_id,
      new.config_version, new.duration_ms, new.exit_wait_ms, new.received_at, new.accepted_sequence) then
    raise exception 'the terms of an order never change' using errcode = 'insufficient_privilege';
  end if;
  if old.entry_sequence is not null and
     (old.entry_sequence, old.entry_price, old.entry_at, old.expires_at) is distinct from
     (new.entry_sequence, new.entry_price, new.entry_at, new.expires_at) then
    raise exception 'an entry is set once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger option_orders_guard before update on option_orders
  for each row execute function option_orders_keep();
create function option_orders_never() returns trigger language plpgsql as $$
begin
  raise exception '% is never deleted from', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger option_orders_no_delete before delete or truncate on option_orders
  for each statement execute function option_orders_never();
create trigger options_configs_keep before update or delete or truncate on options_configs
  for each statement execute function append_only();

-- Options that were void, or ended by the first price after their expiry, though the sources gave prices: gaps of our own.

create table option_gaps (
  order_id uuid primary key,
  kind text not null check (kind in ('no-entry-tick', 'no-exit-tick', 'late-exit')),
  at timestamptz not null
);
create index option_gaps_time on option_gaps (at);
create trigger option_gaps_keep before update or delete or truncate on option_gaps
  for each statement execute function append_only();

grant select on options_configs to candor_app;
grant select, insert, update on option_orders to candor_app;
grant select, insert on option_gaps to candor_app;
