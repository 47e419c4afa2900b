-- Swaps of one coin for another: quotes that were accepted, and limits that wait for their rate.

create table swap_orders (
  account_id uuid not null,
  -- A quote's own id, so that it can be accepted once.
  order_id uuid not null,
  book ledger_book not null,
  kind text not null check (kind in ('quote', 'limit')),
  from_coin text not null,
  to_coin text not null check (to_coin <> from_coin),
  from_amount numeric(38, 18) not null check (from_amount > 0),
  -- As quoted, or what a limit buys.
  to_amount numeric(38, 18) not null check (to_amount > 0),
  -- The most that it can pay; reserved by the house from the start.
  promised numeric(38, 18) not null check (promised >= to_amount),
  rate numeric(38, 18) not null check (rate >= 0),
  -- Prices of both coins in USDT that it was quoted by, or when a limit was placed.
  quoted_from numeric(38, 18) not null check (quoted_from > 0),
  quoted_to numeric(38, 18) not null check (quoted_to > 0),
  received_at timestamptz not null,
  -- Last sequences of both coins' ticks that were public when it was received; 0 for USDT.
  accepted_from bigint not null,
  accepted_to bigint not null,
  -- Ticks after this decide nothing; a cancel brings it forward.
  expires_at timestamptz not null,
  cancel_received_at timestamptz,
  cancel_sequence bigint,
  from_tick_sequence bigint,
  from_tick_price numeric(38, 18),
  from_tick_at timestamptz,
  to_tick_sequence bigint,
  to_tick_price numeric(38, 18),
  to_tick_at timestamptz,
  result text check (result in ('filled', 'returned')),
  reason text check (reason in ('price-moved', 'no-tick', 'cancelled', 'expired')),
  given numeric(38, 18) check (given between 0 and from_amount),
  received numeric(38, 18) check (received between 0 and promised),
  settled_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, order_id),
  check (num_nulls(result, given, received, settled_at) in (0, 4)),
  check ((result is not distinct from 'returned') = (reason is not null)),
  check (num_nulls(cancel_received_at, cancel_sequence) in (0, 2))
);
create index swap_orders_waiting on swap_orders (expires_at) where result is null;

-- What was agreed never changes, a cancel is asked once and only brings the end forward; an ended order is final.
create function swap_orders_keep() returns trigger language plpgsql as $$
begin
  if old.result is not null then
    raise exception 'an ended order is final' using errcode = 'insufficient_privilege';
  end if;
  if (old.account_id, old.order_id, old.book, old.kind, old.from_coin, old.to_coin, old.from_amount, old.to_amount,
      old.promised, old.rate, old.quoted_from, old.quoted_to, old.received_at, old.accepted_from, old.accepted_to)
     is distinct from
     (new.account_id, new.order_id, new.book, new.kind, new.from_coin, new.to_coin, new.from_amount, new.to_amount,
      new.promised, new.rate, new.quoted_from, new.quoted_to, new.received_at, new.accepted_from, new.accepted_to)
     or new.expires_at > old.expires_at
     or (old.cancel_sequence is not null and (old.cancel_received_at, old.cancel_sequence, old.expires_at)
       is distinct from (new.cancel_received_at, new.cancel_sequence, new.expires_at)) then
    raise exception 'the terms of an order never change' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger swap_orders_guard before update on swap_orders
  for each row execute function swap_orders_keep();
create function swap_orders_never() returns trigger language plpgsql as $$
begin
  raise exception '% is never deleted from', tg_table_name using errcode = 'insufficient_privilege';
end $$;
create trigger swap_orders_no_delete before delete or truncate on swap_orders
  for each statement execute function swap_orders_never();

-- Up to which tick of each coin all limits are decided.
create table swap_progress (
  coin text primary key,
  sequence bigint not null
);

grant select, insert, update on swap_orders, swap_progress to candor_app;
