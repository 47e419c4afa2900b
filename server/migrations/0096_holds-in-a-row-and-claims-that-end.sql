-- Until when withdrawals of an account are held back, in one row that whatever lets value leave it reads under lock: it comes before a hold
-- begins, or sees it.
create table account_hold_ends (
  account_id uuid primary key references accounts,
  -- Null until the first hold.
  held_until timestamptz,
  version bigint not null default 0
) with (fillfactor = 70);
insert into account_hold_ends (account_id, held_until)
select account_id, (select max(ends_at) from account_holds where account_holds.account_id = accounts.account_id) from accounts;
grant select, insert, update on account_hold_ends to candor_app;

-- No hold is shortened.
create function account_hold_ends_keep() returns trigger language plpgsql as $$
begin
  if new.account_id <> old.account_id or old.held_until is not null and (new.held_until is null or new.held_until < old.held_until) then
    raise exception 'a hold is never shortened' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger account_hold_ends_guard before update on account_hold_ends for each row execute function account_hold_ends_keep();
create trigger account_hold_ends_no_delete before delete or truncate on account_hold_ends
  for each statement execute function append_only();

-- The row is there before the first hold, so that there is something to lock.
create function account_hold_ends_open() returns trigger language plpgsql as $$
begin
  insert into account_hold_ends (account_id) values (new.account_id);
  return new;
end $$;
create trigger accounts_hold_ends after insert on accounts for each row execute function account_hold_ends_open();

create function account_holds_count() returns trigger language plpgsql as $$
begin
  update account_hold_ends set held_until = greatest(held_until, new.ends_at), version = version + 1 where account_id = new.account_id;
  return new;
end $$;
create trigger account_holds_counted after insert on account_holds for each row execute function account_holds_count();

-- Who looks at a case alone, be it a document under review or a request to support: as with proposals, nobody again within an hour after
-- his claim, so that no one keeps the others from it for longer than one claim lasts.
create table case_claims (
  case_id uuid not null,
  operator_id uuid not null references operators,
  claimed_until timestamptz not null,
  primary key (case_id, operator_id, claimed_until)
);
create trigger case_claims_keep before update or delete or truncate on case_claims
  for each statement execute function append_only();
grant select, insert on case_claims to candor_app;

insert into case_claims (case_id, operator_id, claimed_until)
select case_id, claimed_by, claimed_until from identity_cases where claimed_by is not null and state = 'review'
union all
select ticket_id, claimed_by, claimed_until from support_tickets where claimed_by is not null and state <> 'closed';

-- Also when the claim ends early: it counts for its whole time. What is written to a customer makes the claim last longer that is running;
-- everything else is another claim. The argument is the column that the case is known by.
create function case_claimed() returns trigger language plpgsql as $$
declare
  subject uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  lasts_longer boolean := new.claimed_by is not distinct from old.claimed_by and old.claimed_until > clock_timestamp()
    and to_jsonb(new) ->> 'state' = 'answered' and to_jsonb(new) -> 'changed_at' is distinct from to_jsonb(old) -> 'changed_at';
begin
  if new.claimed_until > clock_timestamp() + interval '31 minutes' or not lasts_longer and exists (
    select from case_claims where case_id = subject and operator_id = new.claimed_by
      and claimed_until + interval '1 hour' > clock_timestamp()) then
    raise exception 'the operator may not claim it now' using errcode = 'insufficient_privilege';
  end if;
  insert into case_claims (case_id, operator_id, claimed_until) values (subject, new.claimed_by, new.claimed_until);
  return new;
end $$;
create trigger identity_cases_claimed before update on identity_cases for each row
  when (new.state = 'review' and new.claimed_by is not null
    and (new.claimed_by, new.claimed_until) is distinct from (old.claimed_by, old.claimed_until))
  execute function case_claimed('case_id');
create trigger support_tickets_claimed before update on support_tickets for each row
  when (new.state <> 'closed' and new.claimed_by is not null
    and (new.claimed_by, new.claimed_until) is distinct from (old.claimed_by, old.claimed_until))
  execute function case_claimed('ticket_id');
