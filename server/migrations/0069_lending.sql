-- Borrowing: USDT out of a funded account, for some months at a fixed rate. The amount is reserved with the application, paid out once an
-- operator approves, and paid back with the cost of the months that have begun.

-- Terms on offer; a change is a new version, and a loan keeps the one that it was asked for under.
create table loan_configs (
  term_id text not null,
  version int not null,
  months int not null check (months between 1 and 60),
  -- Cost of a month, as a share of the amount.
  monthly_rate numeric(38, 18) not null check (monthly_rate > 0),
  min_amount numeric(38, 18) not null check (min_amount > 0),
  max_amount numeric(38, 18) not null check (max_amount >= min_amount),
  is_offered boolean not null,
  created_at timestamptz not null default now(),
  primary key (term_id, version)
);
create trigger loan_configs_keep before update or delete or truncate on loan_configs
  for each statement execute function append_only();

-- How much a customer may borrow, in parts that are added, and above which amount two operators approve.
create table loan_limits (
  version int primary key,
  identity_amount numeric(38, 18) not null check (identity_amount >= 0),
  -- For each 30 days since the account was opened.
  age_amount numeric(38, 18) not null check (age_amount >= 0),
  age_months_max int not null check (age_months_max >= 0),
  -- For each VIP level.
  vip_amount numeric(38, 18) not null check (vip_amount >= 0),
  -- Of the largest amount that was paid back in time.
  history_share numeric(38, 18) not null check (history_share >= 0),
  history_max numeric(38, 18) not null check (history_max >= 0),
  limit_max numeric(38, 18) not null check (limit_max >= 0),
  two_persons_above numeric(38, 18) not null check (two_persons_above >= 0),
  created_at timestamptz not null default now()
);
create trigger loan_limits_keep before update or delete or truncate on loan_limits
  for each statement execute function append_only();

insert into setting_kinds values
  ('loan-terms', 'loan_configs', 'term_id', '{"months": "fixed", "monthly_rate": "less", "min_amount": "less",
    "max_amount": "more", "is_offered": "more"}'),
  ('loan-limits', 'loan_limits', null, '{"identity_amount": "more", "age_amount": "more", "age_months_max": "more",
    "vip_amount": "more", "history_share": "more", "history_max": "more", "limit_max": "more", "two_persons_above": "neither"}');
create trigger loan_configs_setting after insert on loan_configs
  for each row execute function setting_made('loan-terms');
create trigger loan_limits_setting after insert on loan_limits
  for each row execute function setting_made('loan-limits');
insert into loan_configs (term_id, version, months, monthly_rate, min_amount, max_amount, is_offered) values
  ('1', 1, 1, 0.012, 50, 10000, true),
  ('3', 1, 3, 0.011, 50, 10000, true),
  ('6', 1, 6, 0.01, 100, 20000, true),
  ('12', 1, 12, 0.009, 100, 20000, true);
insert into loan_limits (version, identity_amount, age_amount, age_months_max, vip_amount, history_share, history_max, limit_max,
  two_persons_above) values (1, 500, 100, 10, 1000, 0.5, 5000, 10000, 1000);

create table loans (
  account_id uuid not null,
  loan_id uuid not null,
  book ledger_book not null check (book = 'real'),
  amount numeric(38, 18) not null check (amount > 0),
  term_id text not null,
  term_version int not null,
  months int not null check (months > 0),
  monthly_rate numeric(38, 18) not null check (monthly_rate > 0),
  -- Of the whole term.
  cost numeric(38, 18) not null check (cost >= 0),
  limits_version int not null references loan_limits,
  credit_limit numeric(38, 18) not null check (credit_limit >= amount),
  needs_two_persons boolean not null,
  -- Of what was accepted.
  agreement_sha256 text not null check (agreement_sha256 ~ '^[0-9a-f]{64}$'),
  applied_at timestamptz not null,
  state text not null check (state in ('review', 'paid-out', 'rejected', 'repaid', 'overdue')),
  decided_at timestamptz,
  decided_by text,
  -- The act by which two operators approved it.
  decided_proposal uuid references act_proposals,
  decided_reason text,
  paid_out_at timestamptz,
  due_at timestamptz,
  overdue_at timestamptz,
  repaid_cost numeric(38, 18) check (repaid_cost between 0 and cost),
  ended_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, loan_id),
  foreign key (term_id, term_version) references loan_configs,
  check ((state = 'review') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((state = 'rejected') = (decided_reason is not null)),
  check ((state in ('paid-out', 'repaid', 'overdue')) = (paid_out_at is not null) and (paid_out_at is null) = (due_at is null)),
  check ((state = 'repaid') = (repaid_cost is not null)),
  check ((state in ('rejected', 'repaid')) = (ended_at is not null)),
  check (state <> 'overdue' or overdue_at is not null)
) with (fillfactor = 70);
-- One at a time, whoever asks how often.
create unique index loans_one_open on loans (account_id) where state in ('review', 'paid-out', 'overdue');
create index loans_by_state on loans (state, applied_at);
create index loans_due on loans (due_at) where state in ('paid-out', 'overdue');
create index loans_ended on loans using brin (ended_at) with (autosummarize = on, pages_per_range = 32);
create index loans_id on loans using brin (loan_id) with (autosummarize = on, pages_per_range = 32);

-- What was agreed never changes; each state follows from the one before; above the limit nothing is paid out that two operators have not approved.
create function loans_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'review' or new.needs_two_persons is distinct from
       (new.amount > (select two_persons_above from loan_limits as each where each.version = new.limits_version)) then
      raise exception 'a loan begins as an application under its limits' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.account_id, old.loan_id, old.book, old.amount, old.term_id, old.term_version, old.months, old.monthly_rate, old.cost,
      old.limits_version, old.credit_limit, old.needs_two_persons, old.agreement_sha256, old.applied_at) is distinct from
     (new.account_id, new.loan_id, new.book, new.amount, new.term_id, new.term_version, new.months, new.monthly_rate, new.cost,
      new.limits_version, new.credit_limit, new.needs_two_persons, new.agreement_sha256, new.applied_at) then
    raise exception 'the terms of a loan never change' using errcode = 'insufficient_privilege';
  end if;
  if not (old.state, new.state) in (('review', 'paid-out'), ('review', 'rejected'), ('paid-out', 'overdue'),
     ('paid-out', 'repaid'), ('overdue', 'repaid')) or old.state <> 'review' and
     (old.decided_at, old.decided_by, old.decided_proposal, old.decided_reason, old.paid_out_at, old.due_at) is distinct from
     (new.decided_at, new.decided_by, new.decided_proposal, new.decided_reason, new.paid_out_at, new.due_at) then
    raise exception 'a loan that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'paid-out' and new.needs_two_persons and not exists (select from act_proposals
     where proposal_id = new.decided_proposal and kind = 'approve-loan' and state = 'approved'
       and facts::json ->> 'loan_uuid' = new.loan_id::text) then
    raise exception 'two operators approve this loan' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger loans_guard before insert or update on loans for each row execute function loans_keep();
create trigger loans_no_delete before delete or truncate on loans
  for each statement execute function append_only();

-- What each customer accepted, word for word.
create table loan_agreements (
  account_id uuid not null,
  loan_id uuid not null,
  language text not null,
  text text not null check (length(text) between 1 and 20000),
  digest bytea not null check (digest = sha256(convert_to(text, 'UTF8'))),
  primary key (account_id, loan_id),
  foreign key (account_id, loan_id) references loans deferrable initially deferred
);
create trigger loan_agreements_keep before update or delete or truncate on loan_agreements
  for each statement execute function append_only();

-- One row for each account that ever borrowed: what is open, and what it owes. Whoever lets value leave an account locks it.
create table debts (
  account_id uuid primary key,
  book ledger_book not null check (book = 'real'),
  -- The application or loan that is not over.
  open_loan uuid,
  owed_amount numeric(38, 18) check (owed_amount > 0),
  owed_monthly_rate numeric(38, 18) check (owed_monthly_rate > 0),
  owed_months int check (owed_months > 0),
  owed_since timestamptz,
  version bigint not null default 0,
  check (num_nulls(owed_amount, owed_monthly_rate, owed_months, owed_since) in (0, 4)),
  check (owed_amount is null or open_loan is not null)
) with (fillfactor = 70);
create trigger debts_no_delete before delete or truncate on debts
  for each statement execute function append_only();

-- What customers are written to about their loans, each once.
create table loan_notices (
  account_id uuid not null,
  notice_id uuid not null,
  loan_id uuid not null,
  kind text not null check (kind in ('paid-out', 'rejected', 'reminder', 'taken', 'overdue')),
  days_left int,
  at timestamptz not null,
  told_at timestamptz,
  primary key (account_id, notice_id),
  check ((kind = 'reminder') = (days_left is not null))
);
create index loan_notices_waiting on loan_notices (at) where told_at is null;
create trigger loan_notices_no_delete before delete or truncate on loan_notices
  for each statement execute function append_only();

insert into act_kinds values ('approve-loan', '{treasurer,risk}', '{risk,administrator}');

insert into ended_order_kinds (kind, orders, id_column, ended_column) values ('loan', 'loans', 'loan_id', 'ended_at');
create function ended_order_digest(ended loans) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - 'version')::text, 'UTF8'))
  $$;

grant select on loan_configs, loan_limits to candor_app;
grant select, insert, update on loans, debts to candor_app;
grant select, insert on loan_agreements to candor_app;
grant select, insert on loan_notices to candor_app;
grant update (told_at) on loan_notices to candor_app;
