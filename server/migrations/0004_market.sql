-- The market: published ticks and their sealed minutes (the public archive), candles, and public halts.

-- Ticks as they were published. A row stays at least until its minute is sealed; times are milliseconds UTC.
create table market_ticks (
  coin text not null,
  sequence bigint not null check (sequence > 0),
  price numeric(38, 18) not null check (price > 0),
  source_ms bigint not null,
  published_ms bigint not null,
  inputs text not null check (length(inputs) between 1 and 200),
  -- Head of the coin's hash chain after this tick.
  hash bytea not null check (length(hash) = 32),
  primary key (coin, sequence)
);
create index market_ticks_time on market_ticks (coin, published_ms);

-- A minute that is over, packed; its hash is the chain's head after its last tick.
create table market_minutes (
  coin text not null,
  minute_ms bigint not null check (minute_ms % 60000 = 0),
  first_sequence bigint not null,
  last_sequence bigint not null,
  count int not null check (count > 0 and count = last_sequence - first_sequence + 1),
  ticks bytea not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (coin, minute_ms),
  unique (coin, first_sequence)
);

create function market_never() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- A tick follows the one before: no gap in the sequence, and time moves forward.
create function market_tick_follows() returns trigger language plpgsql as $$
declare
  previous_ms bigint;
begin
  select published_ms into previous_ms from market_ticks
    where coin = new.coin and sequence = new.sequence - 1;
  if found then
    if previous_ms >= new.published_ms then
      raise exception 'tick % of % would go back in time', new.sequence, new.coin using errcode = 'check_violation';
    end if;
  elsif new.sequence <> 1 or exists (select from market_minutes where coin = new.coin) then
    raise exception 'tick % of % leaves a gap', new.sequence, new.coin using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger market_ticks_follow before insert on market_ticks
  for each row execute function market_tick_follows();
create trigger market_ticks_keep before update or truncate on market_ticks
  for each statement execute function market_never();

create function market_only_by_pruning() returns trigger language plpgsql as $$
begin
  if current_setting('candor.pruning', true) is distinct from 'on' then
    raise exception 'ticks are deleted by market_prune only' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger market_ticks_guard before delete on market_ticks
  for each statement execute function market_only_by_pruning();

-- A minute follows the one before, and its ends are the stored ticks.
create function market_minute_follows() returns trigger language plpgsql as $$
declare
  previous market_minutes;
begin
  select * into previous from market_minutes where coin = new.coin order by minute_ms desc limit 1;
  if found then
    if new.minute_ms <= previous.minute_ms or new.first_sequence <> previous.last_sequence + 1
       or new.previous_hash <> previous.hash then
      raise exception 'the minute does not follow the one before' using errcode = 'check_violation';
    end if;
  elsif new.first_sequence <> 1 then
    raise exception 'the first minute must begin with tick 1' using errcode = 'check_violation';
  end if;
  if not exists (
    select from market_ticks
    where coin = new.coin and sequence = new.last_sequence and hash = new.hash
      and published_ms between new.minute_ms and new.minute_ms + 59999
  ) or exists (
    select from market_ticks
    where coin = new.coin and sequence = new.last_sequence + 1 and published_ms < new.minute_ms + 60000
  ) then
    raise exception 'the minute does not hold its ticks' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger market_minutes_follow before insert on market_minutes
  for each row execute function market_minute_follows();
create trigger market_minutes_keep before update or delete or truncate on market_minutes
  for each statement execute function market_never();

-- Deletes raw ticks that lie in sealed minutes and were published before p_before_ms; a coin's newest tick always stays.
create function market_prune(p_coin text, p_before_ms bigint) returns bigint
  language plpgsql set candor.pruning = 'on' as $$
declare
  sealed_to bigint;
  newest bigint;
  pruned bigint;
begin
  select max(last_sequence) into sealed_to from market_minutes
    where coin = p_coin and minute_ms + 60000 <= p_before_ms;
  select max(sequence) into newest from market_ticks where coin = p_coin;
  delete from market_ticks
    where coin = p_coin and sequence <= sealed_to and sequence < newest;
  get diagnostics pruned = row_count;
  return pruned;
end $$;

-- Candles are pictures and may be repaired; nothing is settled by them. Start in seconds, as HTX ids.
create table market_candles (
  coin text not null,
  period text not null,
  start_s bigint not null,
  open numeric(38, 18) not null,
  high numeric(38, 18) not null,
  low numeric(38, 18) not null,
  close numeric(38, 18) not null,
  amount numeric(38, 18) not null,
  volume numeric(38, 18) not null,
  count bigint not null,
  primary key (coin, period, start_s)
) with (fillfactor = 80);

-- A halt is public, proposed by one operator and approved by another; it can only be lifted, once, likewise.
create table market_halts (
  halt_id uuid primary key default gen_random_uuid(),
  coin text not null,
  reason text not null check (length(reason) between 1 and 500),
  halted_at timestamptz not null default now(),
  proposed_by text not null,
  approved_by text not null check (approved_by <> proposed_by),
  lifted_at timestamptz,
  lift_proposed_by text,
  lift_approved_by text check (lift_approved_by <> lift_proposed_by),
  check ((lifted_at is null) = (lift_proposed_by is null) and (lifted_at is null) = (lift_approved_by is null))
);
create unique index market_halts_active on market_halts (coin) where lifted_at is null;
create function market_halts_keep() returns trigger language plpgsql as $$
begin
  if old.lifted_at is not null or
     (old.halt_id, old.coin, old.reason, old.halted_at, old.proposed_by, old.approved_by) is distinct from
     (new.halt_id, new.coin, new.reason, new.halted_at, new.proposed_by, new.approved_by) then
    raise exception 'a halt can only be lifted' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger market_halts_guard before update on market_halts
  for each row execute function market_halts_keep();
create trigger market_halts_no_delete before delete or truncate on market_halts
  for each statement execute function market_never();
