-- Acts that bind: proposed by one operator, approved by another, carried out once. What an act changes is changed by a function that
-- asks for its approved proposal, so that no server does it by itself.
-- Also applied as fb5828a0b276a8aa90822a5deb7eb638ff24747ec0a144ab573edde68873a7fd

-- Who may propose and approve what; wire/ says the same.
create table act_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z-]{1,39}$'),
  proposers text[] not null check (cardinality(proposers) > 0),
  approvers text[] not null check (cardinality(approvers) > 0)
);
insert into act_kinds values
  ('halt-coin', '{risk,treasurer,administrator}', '{risk,administrator}'),
  ('reopen-coin', '{risk,treasurer,administrator}', '{risk,administrator}'),
  ('correct-candle', '{risk,editor}', '{risk,administrator}'),
  ('house-money-in', '{treasurer}', '{risk,administrator}'),
  ('house-money-out', '{treasurer}', '{risk,administrator}'),
  ('freeze-account', '{support,identity-reviewer,risk}', '{risk,administrator}'),
  ('release-account', '{support,identity-reviewer,risk}', '{risk,administrator}'),
  ('set-roles', '{administrator}', '{administrator}'),
  ('close-operator', '{administrator}', '{administrator}');

create table act_proposals (
  proposal_id uuid primary key,
  kind text not null references act_kinds,
  -- Canonical JSON: what is to be done, and what it was decided on.
  body text not null check (is_json_object(body)),
  facts text not null check (is_json_object(facts)),
  why text not null check (length(why) between 1 and 500),
  state text not null default 'proposed'
    check (state in ('proposed', 'approved', 'done', 'failed', 'refused', 'withdrawn', 'expired')),
  maker uuid not null references operators,
  proposed_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  -- Who looks at it at the moment; nobody else decides meanwhile.
  claimed_by uuid references operators,
  claimed_until timestamptz,
  -- Who approved or refused it.
  checker uuid references operators,
  decided_at timestamptz,
  -- Of a refusal, a withdrawal, or what could not be carried out.
  reason text check (reason ~ '^[a-z][a-z-]{1,39}$'),
  ended_at timestamptz,
  -- Canonical JSON: what came of it.
  outcome text check (is_json_object(outcome)),
  version bigint not null default 0,
  constraint act_two_persons check (checker <> maker),
  check ((checker is null) = (decided_at is null) and (claimed_by is null) = (claimed_until is null)),
  check ((state in ('approved', 'done', 'failed', 'refused')) = (checker is not null)),
  check ((state in ('proposed', 'approved')) = (ended_at is null))
);
create index act_proposals_waiting on act_proposals (state, proposed_at) where state in ('proposed', 'approved');
create index act_proposals_newest on act_proposals (proposed_at);

create function operator_has_role(p_operator uuid, p_roles text[]) returns boolean language sql stable
  set search_path = public, pg_temp as $$
    select exists (select from operator_roles r join operators o on o.operator_id = r.operator_id
      where r.operator_id = p_operator and r.role = any (p_roles) and o.closed_at is null)
  $$;

create function act_proposals_keep() returns trigger language plpgsql as $$
declare
  of_kind act_kinds;
begin
  select * into of_kind from act_kinds where kind = new.kind;
  if tg_op = 'INSERT' then
    new.proposed_at := clock_timestamp();
    if new.state <> 'proposed' or new.version <> 0 or new.claimed_by is not null or new.expires_at <= new.proposed_at
       or not operator_has_role(new.maker, of_kind.proposers) then
      raise exception 'a proposal begins with an operator who may make it' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.proposal_id, old.kind, old.body, old.facts, old.why, old.maker, old.proposed_at, old.expires_at) is distinct from
     (new.proposal_id, new.kind, new.body, new.facts, new.why, new.maker, new.proposed_at, new.expires_at)
     or new.version <> old.version + 1 then
    raise exception 'a proposal stays what it is' using errcode = 'insufficient_privilege';
  end if;
  if old.state = new.state then
    if old.state <> 'proposed' or (new.checker, new.reason, new.outcome) is distinct from (old.checker, old.reason, old.outcome) then
      raise exception 'a decision stays what it is' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if not (old.state, new.state) in (('proposed', 'approved'), ('proposed', 'refused'), ('proposed', 'withdrawn'),
     ('proposed', 'expired'), ('approved', 'done'), ('approved', 'failed')) or
     old.state = 'approved' and (new.checker, new.decided_at) is distinct from (old.checker, old.decided_at) then
    raise exception 'a proposal that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  if new.state in ('approved', 'refused') then
    new.decided_at := clock_timestamp();
    if not operator_has_role(new.checker, of_kind.approvers) then
      raise exception 'the operator may not decide on it' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if new.state = 'approved' then
    if old.expires_at <= clock_timestamp() then
      raise exception 'the proposal has expired' using errcode = 'insufficient_privilege';
    end if;
    -- A session that showed its second factor lately; a cookie alone approves nothing.
    if not exists (select from operator_sessions where operator_id = new.checker
       and stepped_up_at > clock_timestamp() - interval '5 minutes') then
      raise exception 'the second factor was not shown lately' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if new.state <> 'approved' then new.ended_at := clock_timestamp(); end if;
  return new;
end $$;
create trigger act_proposals_guard before insert or update on act_proposals
  for each row execute function act_proposals_keep();
create trigger act_proposals_no_delete before delete or truncate on act_proposals
  for each statement execute function append_only();

create table act_comments (
  comment_id bigint generated always as identity primary key,
  proposal_id uuid not null references act_proposals,
  operator_id uuid not null references operators,
  at timestamptz not null default clock_timestamp(),
  text text not null check (length(text) between 1 and 1000)
);
create index act_comments_proposal on act_comments (proposal_id, comment_id);
create trigger act_comments_keep before update or delete or truncate on act_comments
  for each statement execute function append_only();

grant select on act_kinds to candor_app;
grant select, insert, update on act_proposals to candor_app;
grant select, insert on act_comments to candor_app;

-- The approved proposal of a kind, locked, for a function that carries it out.
create function act_to_carry_out(p_proposal uuid, p_kind text) returns act_proposals
  language plpgsql set search_path = public, pg_temp as $$
declare
  found_one act_proposals;
begin
  select * into found_one from act_proposals where proposal_id = p_proposal and kind = p_kind and state = 'approved' for no key update;
  if not found then
    raise exception 'no approved proposal of the kind %', p_kind using errcode = 'insufficient_privilege';
  end if;
  return found_one;
end $$;

create function operator_name(p_operator uuid) returns text language sql stable set search_path = public, pg_temp
  as $$ select name from operators where operator_id = p_operator $$;

-- Halts. Both answer whether anything was changed.
alter table market_halts add proposal_id uuid unique references act_proposals, add lift_proposal_id uuid unique references act_proposals;

create function market_halt(p_proposal uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'halt-coin');
begin
  if exists (select from market_halts where coin = act.body::json ->> 'coin' and lifted_at is null) then return false; end if;
  insert into market_halts (coin, reason, proposed_by, approved_by, proposal_id)
  values (act.body::json ->> 'coin', act.body::json ->> 'reason', operator_name(act.maker), operator_name(act.checker), p_proposal);
  return true;
end $$;

create function market_reopen(p_proposal uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'reopen-coin');
begin
  update market_halts set lifted_at = now(), lift_proposed_by = operator_name(act.maker),
    lift_approved_by = operator_name(act.checker), lift_proposal_id = p_proposal
  where coin = act.body::json ->> 'coin' and lifted_at is null;
  return found;
end $$;

-- Accounts that look and close what they have, and begin nothing new.
create table account_freezes (
  account_id uuid not null references accounts,
  frozen_by uuid primary key references act_proposals,
  frozen_at timestamptz not null default now(),
  released_by uuid unique references act_proposals,
  released_at timestamptz,
  check ((released_by is null) = (released_at is null))
);
-- Every process hears of it with the commit.
create function account_freezes_tell() returns trigger language plpgsql as $$
begin
  perform pg_notify('account_changed', json_build_object('accountId', new.account_id)::text);
  return null;
end $$;
create trigger account_freezes_changed after insert or update on account_freezes
  for each row execute function account_freezes_tell();
create unique index account_freezes_active on account_freezes (account_id) where released_at is null;
grant select on account_freezes to candor_app;

create function account_freeze(p_proposal uuid, p_account uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'freeze-account');
begin
  if (act.facts::json ->> 'account_uuid')::uuid is distinct from p_account then
    raise exception 'another account was proposed' using errcode = 'insufficient_privilege';
  end if;
  insert into account_freezes (account_id, frozen_by) values (p_account, p_proposal) on conflict do nothing;
  return found;
end $$;

create function account_release(p_proposal uuid, p_account uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'release-account');
begin
  if (act.facts::json ->> 'account_uuid')::uuid is distinct from p_account then
    raise exception 'another account was proposed' using errcode = 'insufficient_privilege';
  end if;
  update account_freezes set released_by = p_proposal, released_at = now() where account_id = p_account and released_at is null;
  return found;
end $$;

-- Roles are those of the proposal, all of them and no other.
create function operator_set_roles(p_proposal uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'set-roles');
  wanted uuid;
  roles text[];
begin
  select operator_id into wanted from operators
    where name = act.body::json ->> 'name' and closed_at is null and accepted_at is not null;
  if not found then return false; end if;
  roles := array(select json_array_elements_text(act.body::json -> 'roles'));
  delete from operator_roles where operator_id = wanted and role <> all (roles);
  insert into operator_roles (operator_id, role) select wanted, unnest(roles) on conflict do nothing;
  return true;
end $$;

create function operator_close(p_proposal uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'close-operator');
  wanted uuid;
begin
  update operators set closed_at = now() where name = act.body::json ->> 'name' and closed_at is null returning operator_id into wanted;
  if wanted is null then return false; end if;
  delete from operator_roles where operator_id = wanted;
  delete from operator_sessions where operator_id = wanted;
  return true;
end $$;

-- Corrections of candles are acts as any other; nobody could propose one the way before.
alter table market_corrections drop constraint market_corrections_proposal_id_fkey,
  add foreign key (proposal_id) references act_proposals;
drop table market_correction_proposals;

create or replace function market_correction_follows() returns trigger language plpgsql as $$
declare
  previous market_corrections;
begin
  select * into previous from market_corrections order by correction_id desc limit 1;
  if found and (new.correction_id <> previous.correction_id + 1 or new.previous_hash <> previous.hash)
     or not found and new.correction_id <> 1 then
    raise exception 'the correction does not follow the one before' using errcode = 'check_violation';
  end if;
  if new.proposal_id is not null and not exists (
    select from act_proposals p
    where p.proposal_id = new.proposal_id and p.kind = 'correct-candle' and p.state = 'approved'
      and operator_name(p.maker) = new.proposed_by and operator_name(p.checker) = new.approved_by
      and p.body::json ->> 'coin' = new.coin and (p.body::json ->> 'minute_ms')::bigint = new.minute_ms
      and p.body::json ->> 'reason' = new.reason and p.body::json ->> 'note' = new.note
      and new.after_prices = array[(p.facts::json -> 'after' ->> 'open')::numeric, (p.facts::json -> 'after' ->> 'high')::numeric,
        (p.facts::json -> 'after' ->> 'low')::numeric, (p.facts::json -> 'after' ->> 'close')::numeric]
  ) then
    raise exception 'the correction is not what was proposed' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- What was paid in by command before there were acts.
select audit_append(person, action, object_id::text,
    canonical_json(facts || jsonb_build_object('system_user', system_user_name, 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))))
  from (select * from house_funding_log order by entry) as each;
drop table house_funding_log;
drop function audit_log_two_persons();
