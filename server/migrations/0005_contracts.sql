-- CFD contracts: versioned terms, the orders and positions placed under them, what customers changed of them, and what the
-- house has at stake in each coin.

create table contracts_configs (
  version int primary key,
  -- Above 100 the maintenance margin would eat most of what is left at once.
  lever_max int not null check (lever_max between 1 and 100),
  fee_rate numeric(38, 18) not null check (fee_rate >= 0 and fee_rate < 1),
  maintenance_rate numeric(38, 18) not null check (maintenance_rate >= 0 and maintenance_rate < 0.01),
  slippage_max numeric(38, 18) not null check (slippage_max >= 0 and slippage_max < 0.1),
  stress_rate numeric(38, 18) not null check (stress_rate > 0 and stress_rate < 1),
  margin_share_max numeric(38, 18) not null check (margin_share_max > 0 and margin_share_max <= 1),
  sheets_max int not null check (sheets_max > 0),
  is_offered boolean not null,
  created_at timestamptz not null default now(),
  margin_min numeric(38, 18) not null check (margin_min >= 0),
  -- How far a limit price may be from the newest one, to either side; limit_distances has coins with a distance of their own.
  limit_distance_max numeric(38, 18) not null check (limit_distance_max > 0),
  limit_distances jsonb not null,
  -- Limit orders of an account that wait for their price, and all orders and positions of it.
  resting_max int not null check (resting_max > 0),
  orders_max int not null check (orders_max >= resting_max),
  -- Of what the house can still promise: what an account's limit orders may hold of it.
  resting_share_max numeric(38, 18) not null check (resting_share_max > 0 and resting_share_max <= 1),
  -- How long a limit order waits for its price; null for ever.
  limit_expiry_ms bigint check (limit_expiry_ms > 0)
);
create trigger contracts_configs_keep before update or delete or truncate on contracts_configs
  for each statement execute function append_only();

insert into contracts_configs
  (version, lever_max, fee_rate, maintenance_rate, slippage_max, stress_rate, margin_share_max, sheets_max, is_offered,
   margin_min, limit_distance_max, limit_distances, resting_max, orders_max, resting_share_max, limit_expiry_ms)
values
  (1, 50, 0.01, 0.005, 0.005, 0.1, 0.9, 10000, true, 0, 1000000, '{}', 2147483647, 2147483647, 1, null),
  (2, 50, 0.01, 0.005, 0.005, 0.1, 0.9, 10000, true,
   1, 0.5, '{"DAI": "0.1", "DOGE": "0.7", "SHIB": "0.7", "TRUMP": "0.7"}', 100, 200, 0.05, 30 * 86400000::bigint);

create table contract_orders (
  account_id uuid not null,
  order_id uuid not null,
  book ledger_book not null,
  coin text not null,
  side text not null check (side in ('long', 'short')),
  order_type text not null check (order_type in ('market', 'limit')),
  lever int not null check (lever > 0),
  sheets int not null check (sheets > 0),
  sheet_size numeric(38, 18) not null check (sheet_size > 0),
  trade_price numeric(38, 18) not null check (trade_price > 0),
  margin numeric(38, 18) not null check (margin > 0),
  fee numeric(38, 18) not null check (fee >= 0),
  config_version int not null,
  received_at timestamptz not null,
  accepted_sequence bigint not null,
  state text not null check (state in ('waiting', 'open', 'ended')),
  take_profit numeric(38, 18) check (take_profit > 0),
  stop_loss numeric(38, 18) check (stop_loss > 0),
  -- Ticks up to this one were judged by earlier stops and margin.
  terms_sequence bigint not null,
  entry_sequence bigint,
  entry_price numeric(38, 18),
  entry_at timestamptz,
  liquidation_price numeric(38, 18),
  -- What of it is open; at the end, what was open then.
  open_sheets int not null check (open_sheets between 1 and sheets),
  open_margin numeric(38, 18) not null check (open_margin >= 0 and open_margin <= margin),
  open_added numeric(38, 18) not null check (open_added >= 0 and open_added <= added_margin),
  added_margin numeric(38, 18) not null check (added_margin >= 0),
  close_sheets int check (close_sheets between 1 and open_sheets),
  close_received_at timestamptz,
  close_accepted_sequence bigint,
  change_count int not null check (change_count between 0 and 210),
  exit_sequence bigint,
  exit_price numeric(38, 18),
  exit_at timestamptz,
  result text check (result in ('closed', 'take-profit', 'stop-loss', 'liquidated', 'cancelled')),
  cancel_reason text check (cancel_reason in ('by-customer', 'price-moved', 'no-entry-tick', 'expired')),
  cancel_received_at timestamptz,
  cancel_accepted_sequence bigint,
  -- What came back to the available balance so far.
  paid numeric(38, 18) not null check (paid >= 0),
  -- What of `paid` the house owes still; the one thing of an ended contract that changes, and only by being paid.
  due numeric(38, 18) not null default 0,
  settled_at timestamptz,
  -- Of a limit order that does not wait for ever.
  expires_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, order_id),
  check ((state = 'ended') = (result is not null) and (result is null) = (settled_at is null)),
  check ((result is not distinct from 'cancelled') = (cancel_reason is not null)),
  check ((cancel_reason is not distinct from 'by-customer') = (cancel_accepted_sequence is not null)),
  check ((state = 'open' or coalesce(result <> 'cancelled', false)) = (entry_sequence is not null)),
  check ((entry_sequence is null) = (liquidation_price is null)),
  check (result is null or result = 'cancelled' or exit_sequence > entry_sequence),
  check (num_nulls(close_sheets, close_received_at, close_accepted_sequence) in (0, 3)),
  check (due >= 0 and due <= paid),
  constraint only_limit_orders_expire check (expires_at is null or order_type = 'limit')
) with (fillfactor = 70);
-- Finds what is live among all that ended; by coin, because each new order then goes to the end of one of a few lists, where the
-- order's own key would go anywhere.
create index contract_orders_live on contract_orders (coin) where state <> 'ended';
create index contract_orders_waiting on contract_orders (received_at) where state = 'waiting' and order_type = 'market';
-- For the sweep: what a price should have ended, found without looking at what it should not.
create index contract_orders_liquidation on contract_orders (coin, side, liquidation_price) where state = 'open';
create index contract_orders_stop on contract_orders (coin, side, stop_loss) where state = 'open' and stop_loss is not null;
create index contract_orders_take on contract_orders (coin, side, take_profit) where state = 'open' and take_profit is not null;
create index contract_orders_limit on contract_orders (coin, side, trade_price)
  where state = 'waiting' and order_type = 'limit';
create index contract_orders_closing on contract_orders (close_received_at)
  where state = 'open' and close_sheets is not null;
create index contract_orders_expiry on contract_orders (expires_at) where state = 'waiting' and order_type = 'limit';

-- What was agreed never changes; an entry is set once; an ended order is final but for what is due of it.
create function contract_orders_keep() returns trigger language plpgsql as $$
begin
  if old.result is not null and
     (to_jsonb(old) - '{due,version}'::text[] is distinct from to_jsonb(new) - '{due,version}'::text[] or new.due >= old.due) then
    raise exception 'an ended contract is final' using errcode = 'insufficient_privilege';
  end if;
  if (old.account_id, old.order_id, old.book, old.coin, old.side, old.order_type, old.lever, old.sheets, old.sheet_size,
      old.trade_price, old.margin, old.fee, old.config_version, old.received_at, old.accepted_sequence, old.expires_at)
     is distinct from
     (new.account_id, new.order_id, new.book, new.coin, new.side, new.order_type, new.lever, new.sheets, new.sheet_size,
      new.trade_price, new.margin, new.fee, new.config_version, new.received_at, new.accepted_sequence, new.expires_at) then
    raise exception 'the terms of a contract never change' using errcode = 'insufficient_privilege';
  end if;
  if old.entry_sequence is not null and
     (old.entry_sequence, old.entry_price, old.entry_at) is distinct from
     (new.entry_sequence, new.entry_price, new.entry_at) then
    raise exception 'an entry is set once' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'open' and new.state = 'waiting' or new.open_sheets > old.open_sheets
     or new.terms_sequence < old.terms_sequence or new.paid < old.paid then
    raise exception 'a contract does not go back' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger contract_orders_guard before update on contract_orders
  for each row execute function contract_orders_keep();
create trigger contract_orders_no_delete before delete or truncate on contract_orders
  for each statement execute function option_orders_never();

-- The history of a position: each line once, never changed.
create table contract_changes (
  account_id uuid not null,
  order_id uuid not null,
  number int not null check (number > 0),
  kind text not null check (kind in ('stops', 'margin', 'close', 'part')),
  at timestamptz not null,
  -- stops, margin, close: when it was asked for, and the newest tick that was public then.
  received_at timestamptz,
  accepted_sequence bigint,
  take_profit numeric(38, 18),
  stop_loss numeric(38, 18),
  -- margin: what was added. part: what of the margin belonged to the sheets.
  amount numeric(38, 18) check (amount >= 0),
  sheets int check (sheets > 0),
  tick_sequence bigint,
  tick_price numeric(38, 18),
  tick_at timestamptz,
  pnl numeric(38, 18),
  paid numeric(38, 18) check (paid >= 0),
  primary key (account_id, order_id, number),
  check ((kind = 'part') = (tick_sequence is not null) and (kind = 'part') = (accepted_sequence is null)),
  check (num_nulls(tick_sequence, tick_price, tick_at, pnl, paid) in (0, 5)),
  check ((kind in ('close', 'part')) = (sheets is not null) and (kind in ('margin', 'part')) = (amount is not null))
);
create trigger contract_changes_keep before update or delete or truncate on contract_changes
  for each statement execute function append_only();

-- What customers of one slice of the house hold of a coin: open positions in coin amounts, waiting orders in USDT at the prices that
-- they name, each side by itself, so that no close makes it more. The house has set `reserved` aside in that slice's contracts
-- reserve for a move of the coin against it.
create table contract_exposures (
  exposure_id uuid primary key,
  coin text not null,
  book ledger_book not null,
  slice smallint not null,
  open_long numeric(38, 18) not null default 0 check (open_long >= 0),
  open_short numeric(38, 18) not null default 0 check (open_short >= 0),
  waiting_long_value numeric(38, 18) not null default 0 check (waiting_long_value >= 0),
  waiting_short_value numeric(38, 18) not null default 0 check (waiting_short_value >= 0),
  reserved numeric(38, 18) not null default 0 check (reserved >= 0),
  version bigint not null default 0,
  unique (coin, book, slice)
) with (fillfactor = 50);

-- What an account has open stands in one row, which its own orders change under the lock on its slice of the house.
create table contract_accounts (
  account_id uuid primary key,
  -- Orders that wait and positions that are open.
  live_orders int not null check (live_orders >= 0),
  -- Limit orders that wait for their price, and in USDT what they are worth at it.
  resting_orders int not null check (resting_orders between 0 and live_orders),
  resting_value numeric(38, 18) not null check (resting_value >= 0),
  version bigint not null default 0
) with (fillfactor = 70);

-- Up to which tick of a coin everything that it fired is committed: a restart looks at the ticks after it again.
create table contract_progress (
  coin text primary key,
  sequence bigint not null
);

grant select on contracts_configs to candor_app;
grant select, insert on contract_changes to candor_app;
grant select, insert, update on contract_orders, contract_exposures, contract_accounts, contract_progress to candor_app;
