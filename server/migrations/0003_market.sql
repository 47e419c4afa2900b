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
  -- What the tick was made of: the list of sources whose digest `inputs`, and so `hash`, takes in. Ticks of a single source have none.
  sources text,
  primary key (coin, sequence),
  constraint market_ticks_sources check (
    case when position(' ' in inputs) = 0 then sources is null
    else sources is not null and length(sources) <= 1000
      and inputs like '% ' || left(encode(sha256(convert_to(sources, 'UTF8')), 'hex'), 32) end
  )
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
  -- The lists of sources in the order of its ticks, packed; null where no tick had one.
  sources bytea,
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash bytea not null check (length(hash) = 32),
  primary key (coin, minute_ms),
  unique (coin, first_sequence)
);

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
  for each statement execute function append_only();

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
  for each statement execute function append_only();

-- Deletes raw ticks that lie in sealed minutes and were published before p_before_ms; a coin's newest tick always stays.
create function market_prune(p_coin text, p_before_ms bigint) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
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
  for each statement execute function append_only();

-- Corrections of candles: proposed by one operator and approved by another, or made by the index itself. Neither says
-- what a candle should be: that follows from the archive's ticks.

create table market_correction_proposals (
  proposal_id uuid primary key default gen_random_uuid(),
  coin text not null,
  minute_ms bigint not null check (minute_ms % 60000 = 0),
  reason text not null check (reason in ('bad-print', 'wrong-candle')),
  note text not null check (length(note) between 1 and 500),
  -- Open, high, low and close.
  before_prices numeric(38, 18)[] not null check (array_length(before_prices, 1) = 4),
  after_prices numeric(38, 18)[] not null check (array_length(after_prices, 1) = 4),
  proposed_by text not null check (length(proposed_by) between 1 and 64 and proposed_by <> 'index'),
  proposed_ms bigint not null
);
create trigger market_correction_proposals_keep before update or delete or truncate on market_correction_proposals
  for each statement execute function append_only();

create table market_corrections (
  correction_id bigint primary key check (correction_id > 0),
  coin text not null,
  minute_ms bigint not null check (minute_ms % 60000 = 0),
  before_prices numeric(38, 18)[] not null check (array_length(before_prices, 1) = 4),
  after_prices numeric(38, 18)[] not null check (array_length(after_prices, 1) = 4),
  reason text not null check (reason in ('bad-print', 'wrong-candle')),
  note text not null check (length(note) <= 500),
  proposal_id uuid unique references market_correction_proposals,
  proposed_by text not null,
  approved_by text not null check (length(approved_by) between 1 and 64),
  corrected_ms bigint not null,
  previous_hash bytea not null check (length(previous_hash) = 32),
  -- Digest of the whole correction with its signature; the next one names it.
  hash bytea not null check (length(hash) = 32),
  public_key bytea not null check (length(public_key) = 32),
  signature bytea not null check (length(signature) = 64),
  constraint market_corrections_two_operators check (
    case when proposal_id is null then proposed_by = 'index' and approved_by = 'index'
    else approved_by <> proposed_by and approved_by <> 'index' end
  )
);
create index market_corrections_minutes on market_corrections (coin, minute_ms);
create trigger market_corrections_keep before update or delete or truncate on market_corrections
  for each statement execute function append_only();

-- A correction follows the one before, and one with a proposal is just what was proposed.
create function market_correction_follows() returns trigger language plpgsql as $$
declare
  previous market_corrections;
begin
  select * into previous from market_corrections order by correction_id desc limit 1;
  if found and (new.correction_id <> previous.correction_id + 1 or new.previous_hash <> previous.hash)
     or not found and new.correction_id <> 1 then
    raise exception 'the correction does not follow the one before' using errcode = 'check_violation';
  end if;
  if new.proposal_id is not null and not exists (
    select from market_correction_proposals p
    where p.proposal_id = new.proposal_id and p.proposed_by = new.proposed_by and p.coin = new.coin
      and p.minute_ms = new.minute_ms and p.after_prices = new.after_prices and p.reason = new.reason
      and p.note = new.note
  ) then
    raise exception 'the correction is not what was proposed' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger market_corrections_follow before insert on market_corrections
  for each row execute function market_correction_follows();

-- Gaps in the ticks of a coin that were ours: its sources gave a price, or nobody here looked whether they did, and no tick came.
-- Where a gap begins and ends is in the archive for everybody; what was excused is the time in which we looked and there was none.

create table market_gaps (
  coin text not null,
  -- The first tick after the gap; the one before has the number before.
  sequence bigint not null check (sequence > 1),
  from_ms bigint not null,
  to_ms bigint not null,
  excused_ms bigint not null check (excused_ms >= 0),
  check (to_ms - from_ms - excused_ms > 1500),
  primary key (coin, sequence)
);
create index market_gaps_time on market_gaps (to_ms);
create trigger market_gaps_keep before update or delete or truncate on market_gaps
  for each statement execute function append_only();

-- Ticks are deleted by market_prune alone.
grant select, insert on market_ticks, market_minutes, market_gaps, market_correction_proposals, market_corrections to candor_app;
grant select, insert, update on market_candles to candor_app;
grant select on market_halts to candor_app;
