-- Limits that customers set themselves: what may be lost and staked at most, and breaks from trading. Only accounts that set one have a
-- row, and only of those is counted what is at risk and lost.

create table personal_limits (
  account_id uuid primary key,
  loss_day numeric(38, 18) check (loss_day >= 0),
  loss_week numeric(38, 18) check (loss_week >= 0),
  loss_month numeric(38, 18) check (loss_month >= 0),
  stake_max numeric(38, 18) check (stake_max >= 0),
  -- What was loosened, and when it takes effect; null where nothing was.
  next_at timestamptz,
  next_loss_day numeric(38, 18) check (next_loss_day >= 0),
  next_loss_week numeric(38, 18) check (next_loss_week >= 0),
  next_loss_month numeric(38, 18) check (next_loss_month >= 0),
  next_stake_max numeric(38, 18) check (next_stake_max >= 0),
  reminder_minutes int check (reminder_minutes between 10 and 480),
  pause_kind text check (pause_kind in ('time-out', 'self-exclusion')),
  pause_ends_at timestamptz,
  -- What orders that run or wait can still lose.
  at_risk numeric(38, 18) not null check (at_risk >= 0),
  -- What was lost, less what was won, in the periods that the last change of it lies in.
  counted_at timestamptz not null,
  lost_day numeric(38, 18) not null,
  lost_week numeric(38, 18) not null,
  lost_month numeric(38, 18) not null,
  version bigint not null default 0,
  constraint pause_is_whole check ((pause_kind is null) = (pause_ends_at is null))
) with (fillfactor = 70);

create function personal_limits_keep() returns trigger language plpgsql as $$
begin
  if old.pause_ends_at is not null and (new.pause_ends_at is null or new.pause_ends_at < old.pause_ends_at) then
    raise exception 'a break from trading is never made shorter' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger personal_limits_guard before update on personal_limits for each row execute function personal_limits_keep();
create trigger personal_limits_no_delete before delete or truncate on personal_limits
  for each statement execute function append_only();

grant select, insert, update on personal_limits to candor_app;
