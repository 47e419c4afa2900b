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
  for each statement execute function market_never();

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
  for each statement execute function market_never();

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
