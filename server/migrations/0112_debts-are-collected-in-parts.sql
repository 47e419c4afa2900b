-- An overdue loan is collected in parts from whatever USDT becomes available, and money that is owed earns nothing.

-- Both columns are null in loans from before: their agreement says that a sum is taken in full or not at all, and the digests of those
-- that have ended stay what the public log has of them.
alter table loans
  add column collects_in_parts boolean,
  -- What was taken on the due day and after it, the amount first and then the cost.
  add column collected numeric(38, 18) check (collected > 0),
  -- When the last part of it was taken.
  add column collected_at timestamptz,
  add constraint loans_collected_at check ((collected is null) = (collected_at is null)),
  add constraint loans_collected_late check (collected is null or overdue_at is not null),
  add constraint loans_collected_in_parts check (collected is null or collects_in_parts is not null and collects_in_parts),
  add constraint loans_collected_left check (collected is null or case when state = 'repaid' then collected <= amount + repaid_cost
    else collected < amount + cost end);
create index loans_overdue on loans (account_id) where state = 'overdue';

-- A new application is always collected in parts. What was collected never falls, and grows only while the loan is overdue.
create function loans_collect() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.collects_in_parts is not true or new.collected is not null then
      raise exception 'a loan starts with nothing collected, and is collected in parts' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.state = 'overdue' and new.state = 'overdue' and to_jsonb(old) - array['collected', 'collected_at', 'version']
     is distinct from to_jsonb(new) - array['collected', 'collected_at', 'version'] then
    raise exception 'of an overdue loan only what was collected changes' using errcode = 'insufficient_privilege';
  end if;
  if old.collects_in_parts is distinct from new.collects_in_parts then
    raise exception 'the terms of a loan never change' using errcode = 'insufficient_privilege';
  end if;
  if (old.collected, old.collected_at) is distinct from (new.collected, new.collected_at) and (
     new.state not in ('overdue', 'repaid') or coalesce(new.collected, 0) <= coalesce(old.collected, 0)
     or new.collected_at < old.collected_at) then
    raise exception 'what was collected of a loan only grows, from its due day on' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger loans_collected before insert or update on loans for each row execute function loans_collect();
-- An overdue loan stays overdue while parts of it are collected, which the guard of its states does not know.
drop trigger loans_guard on loans;
create trigger loans_guard before insert on loans for each row execute function loans_keep();
create trigger loans_guard_states before update on loans for each row
  when (old.state <> 'overdue' or new.state <> 'overdue') execute function loans_keep();

-- What was collected of the open loan, and since when it has been overdue where that keeps the account from new orders.
alter table debts
  add column collected numeric(38, 18) not null default 0 check (collected >= 0),
  add column overdue_since timestamptz,
  add constraint debts_collected_of_open check (owed_amount is not null or collected = 0 and overdue_since is null),
  add constraint debts_something_left check (owed_amount is null or collected < owed_amount + ceil(owed_amount * owed_monthly_rate
    * owed_months * 10000) / 10000);

alter table loan_notices drop constraint loan_notices_kind_check,
  add constraint loan_notices_kind_check check (kind in ('paid-out', 'rejected', 'reminder', 'taken', 'overdue', 'part-taken'));

-- Pledges whose renewal a debt reduced or stopped, so that their owners are told.
create table held_renewals (
  account_id uuid not null,
  pledge_id uuid not null,
  book ledger_book not null,
  -- What was owed at that time, and what was staked again.
  owed numeric(38, 18) not null check (owed > 0),
  renewed numeric(38, 18) not null check (renewed >= 0),
  at timestamptz not null,
  primary key (account_id, pledge_id),
  foreign key (account_id, pledge_id) references pledges
);
create trigger held_renewals_keep before update or delete or truncate on held_renewals
  for each statement execute function append_only();
grant select, insert on held_renewals to candor_app;
