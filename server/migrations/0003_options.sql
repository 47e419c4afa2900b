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
  primary key (config_id, version)
);

insert into options_configs (config_id, version, duration_ms, payout_rate, min_stake, max_stake, is_offered) values
  ('1', 1, 30000, 0.85, 10, 5000, true),
  ('2', 1, 60000, 0.86, 10, 10000, true),
  ('3', 1, 120000, 0.87, 10, 20000, true),
  ('4', 1, 180000, 0.88, 10, 30000, true),
  ('5', 1, 300000, 0.90, 10, 50000, true);

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
  primary key (account_id, order_id),
  check ((result is null) = (settled_at is null)),
  check ((result is null) = (paid is null)),
  check ((result is not distinct from 'void') = (void_reason is not null)),
  check ((entry_sequence is null) = (expires_at is null))
) with (fillfactor = 80);
-- Open orders: those that wait for their entry by the time of receipt, the others by their expiry.
create index option_orders_open on option_orders (expires_at, received_at) where result is null;

-- What was agreed never changes; an entry is set once; an ended order is final.
create function option_orders_keep() returns trigger language plpgsql as $$
begin
  if old.result is not null then
    raise exception 'an ended order is final' using errcode = 'insufficient_privilege';
  end if;
  if (old.account_id, old.order_id, old.book, old.coin, old.side, old.stake, old.profit, old.config_id,
      old.config_version, old.duration_ms, old.received_at, old.accepted_sequence)
     is distinct from
     (new.account_id, new.order_id, new.book, new.coin, new.side, new.stake, new.profit, new.config_id,
      new.config_version, new.duration_ms, new.received_at, new.accepted_sequence) then
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
  for each statement execute function ledger_never();
