-- Experience accounts beside a demo: what one begins with, whom operators have offered one, and which were opened. The money comes out of
-- the bonus bankroll in the transaction that opens the account.

create table experience_terms (
  version int primary key check (version > 0),
  -- Bonus USDT that one begins with; at 0 none is opened.
  amount numeric(38, 18) not null constraint amount check (amount between 0 and 100000 and amount = round(amount, 4)),
  -- Opened on a day (UTC) at most, by all together.
  daily_max int not null constraint daily_max check (daily_max between 0 and 100000),
  created_at timestamptz not null default now()
);
create trigger experience_terms_keep before update or delete or truncate on experience_terms
  for each statement execute function append_only();
insert into setting_kinds values ('experience-terms', 'experience_terms', null, '{"amount": "more", "daily_max": "more"}');
create trigger experience_terms_setting after insert on experience_terms
  for each row execute function setting_made('experience-terms');
insert into experience_terms (version, amount, daily_max) values (1, 0, 0);

-- Customers who may open one though nobody invited them.
create table experience_offers (
  account_id uuid primary key references accounts,
  proposal_id uuid not null unique references act_proposals,
  offered_at timestamptz not null default now()
);
create trigger experience_offers_keep before update or delete or truncate on experience_offers
  for each statement execute function append_only();

insert into act_kinds values ('offer-experience-account', '{support}', '{risk,administrator}');

create function experience_offer(p_proposal uuid, p_account uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'offer-experience-account');
begin
  if (act.facts::json ->> 'account_uuid')::uuid is distinct from p_account then
    raise exception 'another account was proposed' using errcode = 'insufficient_privilege';
  end if;
  insert into experience_offers (account_id, proposal_id) values (p_account, p_proposal) on conflict do nothing;
  return found;
end $$;

create table experience_openings (
  -- Made of the owner's: a person has one.
  account_id uuid primary key references accounts deferrable initially deferred,
  owner_id uuid not null unique references accounts,
  terms_version int not null references experience_terms,
  amount numeric(38, 18) not null check (amount > 0),
  -- The day that it counts for.
  opened_on date not null,
  opened_at timestamptz not null,
  version bigint not null default 0
);
create trigger experience_openings_keep before update or delete or truncate on experience_openings
  for each statement execute function append_only();

-- Whoever writes it: it is of a verified person who was invited or offered one, and begins with what the terms say. The owner's row is
-- locked, so that it is not closed meanwhile.
create function experience_openings_fit() returns trigger language plpgsql as $$
declare
  owner accounts;
begin
  select * into strict owner from accounts where account_id = new.owner_id for key share;
  if owner.account_type <> '1' or owner.closed_at is not null or owner.verified_by is null
     or owner.referrer_id is null and not exists (select from experience_offers where account_id = new.owner_id)
     or new.amount is distinct from (select amount from experience_terms where version = new.terms_version) then
    raise exception 'an experience account is of an invited and verified person, with what the terms say' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger experience_openings_guard before insert on experience_openings
  for each row execute function experience_openings_fit();

-- How many were opened on the newest day on which one was: a single row, whose lock keeps the count right.
create table experience_budget (
  budget_id uuid primary key,
  day date not null,
  opened int not null check (opened >= 0),
  version bigint not null default 0
);
insert into experience_budget (budget_id, day, opened) values ('00000000-0000-8000-a000-000000000001', '2026-01-01', 0);
create function experience_budget_keep() returns trigger language plpgsql as $$
begin
  if new.budget_id <> old.budget_id or new.day < old.day or new.day = old.day and new.opened <= old.opened then
    raise exception 'what was opened on a day stays counted' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger experience_budget_guard before update on experience_budget
  for each row execute function experience_budget_keep();
create trigger experience_budget_no_delete before delete or truncate on experience_budget
  for each statement execute function append_only();

grant select on experience_terms, experience_offers to candor_app;
grant select, insert on experience_openings to candor_app;
grant select, update on experience_budget to candor_app;
