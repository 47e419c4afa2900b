-- No operator decides alone on much money, on an account that may be the own one, or on a withdrawal of what the same person credited.

insert into setting_kinds values
  ('operator-limits', 'operator_limits', null, '{"alone_per_day": "neither", "credited_days": "neither"}');

create table operator_limits (
  version int primary key,
  -- USDT that one operator may decide on alone within 24 hours, over all products together.
  alone_per_day numeric(38, 18) not null constraint alone_per_day check (alone_per_day between 0 and 1000000),
  -- Whoever credited an account approves none of its withdrawals for this many days.
  credited_days int not null constraint credited_days check (credited_days between 1 and 90),
  created_at timestamptz not null default now()
);
create trigger operator_limits_keep before update or delete or truncate on operator_limits
  for each statement execute function append_only();
create trigger operator_limits_setting after insert on operator_limits
  for each row execute function setting_made('operator-limits');

create function operator_limits_now() returns operator_limits language sql stable set search_path = public, pg_temp as $$
  select each.* from operator_limits as each join settings_in_force('operator-limits', clock_timestamp()) as now using (version)
$$;

-- What operators decided about customers' money. Written by triggers of the tables in which a decision takes effect.
create table operator_decisions (
  operator_id uuid not null references operators,
  kind text not null check (kind in ('purchase', 'loan', 'withdrawal', 'refund', 'prize')),
  object_id uuid not null,
  account_id uuid not null,
  -- The act by which two decided; null for one alone.
  proposal_id uuid references act_proposals,
  -- In USDT; null where the coin has no price, which two persons alone can decide on.
  worth numeric(38, 18) check (worth >= 0),
  at timestamptz not null default clock_timestamp(),
  primary key (kind, object_id, operator_id),
  check (proposal_id is not null or worth is not null)
);
create index operator_decisions_alone on operator_decisions (operator_id, at) where proposal_id is null;
create index operator_decisions_account on operator_decisions (account_id, at);
create trigger operator_decisions_keep before update or delete or truncate on operator_decisions
  for each statement execute function append_only();

-- Customer accounts that operators say are their own. Two administrators end an entry that was a mistake.
create table operator_accounts (
  operator_id uuid not null references operators,
  account_id uuid not null references accounts,
  declared_at timestamptz not null default clock_timestamp(),
  ended_by uuid unique references act_proposals,
  ended_at timestamptz,
  check ((ended_by is null) = (ended_at is null))
);
create unique index operator_accounts_once on operator_accounts (operator_id, account_id) where ended_at is null;
-- E-mail addresses and phone numbers of operators, by which accounts of theirs are found that nobody declared.
create table operator_contacts (
  operator_id uuid not null references operators,
  kind text not null check (kind in ('email', 'phone')),
  -- An address in lower case, a number as +…
  value text not null check (length(value) between 3 and 254 and value = lower(value)),
  declared_at timestamptz not null default clock_timestamp(),
  primary key (operator_id, kind, value)
);
create trigger operator_contacts_keep before update or delete or truncate on operator_contacts
  for each statement execute function append_only();
-- Where operators sign in from: an account that logs in from the same browser at the same address may be theirs.
create table operator_devices (
  operator_id uuid not null references operators,
  ip text not null,
  user_agent text not null,
  last_seen_at timestamptz not null default clock_timestamp(),
  primary key (operator_id, ip, user_agent)
);

create function operator_devices_note() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from operator_devices where operator_id = new.operator_id and last_seen_at < clock_timestamp() - interval '90 days';
  insert into operator_devices (operator_id, ip, user_agent) values (new.operator_id, new.ip, left(new.user_agent, 500))
    on conflict (operator_id, ip, user_agent) do update set last_seen_at = clock_timestamp();
  return null;
end $$;
create trigger operator_sessions_device after insert on operator_sessions
  for each row execute function operator_devices_note();
insert into operator_devices (operator_id, ip, user_agent)
  select distinct operator_id, ip, left(user_agent, 500) from operator_sessions;

-- The address of one host, or the network of IPv6 that one line has. Null for this machine itself and for what is no address.
create function network_of_line(ip text) returns cidr language plpgsql immutable strict set search_path = public, pg_temp as $$
declare
  host inet;
begin
  host := ip::inet;
  if host <<= '::ffff:0:0/96' then host := split_part(host(host), ':', 4)::inet; end if;
  if host <<= '127.0.0.0/8' or host <<= '::1/128' then return null; end if;
  return network(set_masklen(host, case family(host) when 4 then 32 else 64 end));
exception when data_exception then
  return null;
end $$;

-- An account and the other one of the same person: real and experience account belong together.
create function accounts_of_person(p_account uuid) returns uuid[] language sql stable set search_path = public, pg_temp as $$
  select array(select account_id from accounts where account_id = p_account or experience_of = p_account
    or account_id = (select experience_of from accounts where account_id = p_account))
$$;

-- By what an account is tied to an operator: declared, email, phone, document, address or device; null where it is not.
create function operator_tie(p_operator uuid, p_account uuid) returns text
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  theirs uuid[] := accounts_of_person(p_account);
  own uuid[];
  by_contact text;
begin
  if exists (select from operator_accounts where operator_id = p_operator and account_id = any (theirs) and ended_at is null) then
    return 'declared';
  end if;
  select c.kind into by_contact from operator_contacts c
    join (select email, phone from accounts where account_id = any (theirs)
      union all select email, phone from closed_accounts where account_id = any (theirs)) as known
    on case c.kind when 'email' then lower(known.email) else known.phone end = c.value
    where c.operator_id = p_operator limit 1;
  if found then return by_contact; end if;

  own := array(
    select account_id from operator_accounts where operator_id = p_operator and ended_at is null
    union select a.account_id from accounts a join operator_contacts c on c.operator_id = p_operator
      and case c.kind when 'email' then lower(a.email) else a.phone end = c.value);
  if exists (select from identity_cases mine join identity_cases other
      on other.person_digest = mine.person_digest or other.document_digest = mine.document_digest
      where mine.account_id = any (own) and other.account_id = any (theirs)) then
    return 'document';
  end if;
  if exists (select from withdrawal_addresses mine join withdrawal_addresses other using (network, address)
      where mine.account_id = any (own) and other.account_id = any (theirs)) then
    return 'address';
  end if;
  if exists (
    with used as (
      select ip, user_agent from account_events where account_id = any (theirs) and at > clock_timestamp() - interval '90 days'
      union select ip, user_agent from sessions where account_id = any (theirs)
    ), own_used as (
      select ip, user_agent from operator_devices where operator_id = p_operator
      union select ip, user_agent from account_events where account_id = any (own) and at > clock_timestamp() - interval '90 days'
      union select ip, user_agent from sessions where account_id = any (own)
    )
    select from used join own_used on left(own_used.user_agent, 500) = left(used.user_agent, 500)
      and network_of_line(own_used.ip) = network_of_line(used.ip)
  ) then
    return 'device';
  end if;
  return null;
end $$;

-- What an amount of a coin is worth in USDT at its last price; null without one.
create function worth_in_usdt(p_coin text, p_amount numeric) returns numeric language sql stable set search_path = public, pg_temp as $$
  select case when p_coin = 'USDT' then p_amount
    else round(p_amount * (select price from market_ticks where coin = p_coin order by sequence desc limit 1), 18) end
$$;

-- Why this operator can't take this decision, as {"code": …} with its facts; null where nothing is in the way. `p_kind`: of
-- operator_decisions, or another word where no money is decided on. `p_worth`: in USDT, of a decision that is taken alone; null for an act.
create function operator_obstacle(p_kind text, p_operator uuid, p_account uuid, p_is_alone boolean, p_worth numeric) returns json
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  tie text := operator_tie(p_operator, p_account);
  limits operator_limits := operator_limits_now();
  credited timestamptz;
  decided numeric;
begin
  if tie is not null then
    return json_build_object('code', 'own-account', 'tie', tie);
  end if;
  if p_kind = 'withdrawal' then
    select max(at) into credited from operator_decisions
    where operator_id = p_operator and account_id = any (accounts_of_person(p_account)) and kind in ('purchase', 'loan', 'refund', 'prize')
      and at > clock_timestamp() - limits.credited_days * interval '1 day';
    if credited is not null then
      return json_build_object('code', 'credited-lately', 'until_ms',
        floor(extract(epoch from credited + limits.credited_days * interval '1 day') * 1000)::bigint);
    end if;
  end if;
  if p_is_alone then
    if p_worth is null then
      return json_build_object('code', 'worth-unknown');
    end if;
    select coalesce(sum(worth), 0) into decided from operator_decisions
    where operator_id = p_operator and proposal_id is null and at > clock_timestamp() - interval '24 hours';
    if decided + p_worth > limits.alone_per_day then
      return json_build_object('code', 'day-sum-reached', 'limit', trim_scale(limits.alone_per_day)::text,
        'decided', trim_scale(decided)::text, 'amount', trim_scale(p_worth)::text);
    end if;
  end if;
  return null;
end $$;

-- Holds a decision to these rules and keeps it. `p_alone`: who decided without a proposal. At the commit of the transaction, so that
-- waiting for another decision of the same person keeps nobody else's rows locked for longer than that.
create function operators_decided(p_kind text, p_object uuid, p_account uuid, p_alone uuid, p_proposal uuid, p_roles text[], p_worth numeric)
  returns void language plpgsql set search_path = public, pg_temp as $$
declare
  people uuid[];
  person uuid;
  obstacle json;
begin
  select array[maker, checker] into people from act_proposals where proposal_id = p_proposal;
  people := coalesce(people, array_remove(array[p_alone], null));
  if cardinality(people) = 0 then
    raise exception 'no operator has decided on this %', p_kind using errcode = 'insufficient_privilege';
  end if;
  foreach person in array people loop
    if p_proposal is null then
      perform pg_advisory_xact_lock(hashtextextended('operator ' || person, 0));
      if not operator_has_role(person, p_roles) or not exists (select from operator_sessions
          where operator_id = person and stepped_up_at > clock_timestamp() - interval '5 minutes') then
        raise exception 'no operator who may has decided on this %', p_kind using errcode = 'insufficient_privilege';
      end if;
    end if;
    obstacle := operator_obstacle(p_kind, person, p_account, p_proposal is null, p_worth);
    if obstacle is not null then
      raise exception 'operator % may not decide on this %: %', operator_name(person), p_kind, obstacle using errcode = 'insufficient_privilege';
    end if;
    insert into operator_decisions (operator_id, kind, object_id, account_id, proposal_id, worth)
    values (person, p_kind, p_object, p_account, p_proposal, p_worth);
  end loop;
end $$;

-- decided_by has a name, or the two names of a proposal.
create function operator_named(p_name text) returns uuid language sql stable set search_path = public, pg_temp as $$
  select operator_id from operators where name = p_name
$$;

create function withdrawals_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform operators_decided('withdrawal', new.withdrawal_id, new.account_id,
    case when new.decided_proposal is null then operator_named(new.decided_by) end, new.decided_proposal, '{treasurer,risk}',
    worth_in_usdt(new.asset, new.amount));
  return null;
end $$;
create constraint trigger withdrawals_decided after update on withdrawals deferrable initially deferred for each row
  when (old.state = 'review' and new.state = 'approved') execute function withdrawals_decided();

create function loans_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform operators_decided('loan', new.loan_id, new.account_id,
    case when new.decided_proposal is null then operator_named(new.decided_by) end, new.decided_proposal, '{treasurer,risk}', new.amount);
  return null;
end $$;
create constraint trigger loans_decided after update on loans deferrable initially deferred for each row
  when (old.state = 'review' and new.state = 'paid-out') execute function loans_decided();

-- Money of a country is taken for dollars by the rate of the order, and a dollar for a USDT.
create function purchases_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform operators_decided('purchase', new.purchase_id, new.account_id, new.decided_by, new.proposal_id, '{treasurer}',
    round(new.received / new.per_usd, 18));
  return null;
end $$;
create constraint trigger purchases_decided after update on purchases deferrable initially deferred for each row
  when (old.state <> 'completed' and new.state = 'completed') execute function purchases_decided();

-- Acts about an account name it in their facts, and nobody who is tied to it proposes or approves one.
alter table act_kinds add concerns_account boolean not null default false;
update act_kinds set concerns_account = true where kind in ('confirm-purchase', 'approve-loan', 'approve-withdrawal', 'approve-identity',
  'freeze-account', 'release-account', 'offer-experience-account');

create function act_obstacle(p_kind text, p_facts text, p_operator uuid) returns json
  language sql stable security definer set search_path = public, pg_temp as $$
  select operator_obstacle(case p_kind when 'approve-withdrawal' then 'withdrawal' else p_kind end, p_operator,
      (p_facts::json ->> 'account_uuid')::uuid, false, null)
  where (p_facts::json ->> 'account_uuid') is not null
$$;

create function act_proposals_apart() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  person uuid := case when tg_op = 'INSERT' then new.maker else new.checker end;
  obstacle json := act_obstacle(new.kind, new.facts, person);
begin
  if obstacle is not null then
    raise exception 'operator % may not take part in this act: %', operator_name(person), obstacle using errcode = 'insufficient_privilege';
  end if;
  if tg_op = 'INSERT' and not (new.facts::jsonb ? 'account_uuid')
     and (select concerns_account from act_kinds where kind = new.kind) then
    raise exception 'the facts of this act name its account' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger act_proposals_apart before insert on act_proposals for each row execute function act_proposals_apart();
create trigger act_proposals_apart_approved before update on act_proposals for each row
  when (old.state = 'proposed' and new.state = 'approved') execute function act_proposals_apart();

-- A reviewer certifies no account that may be the own one; of an act both are held to this above.
create function identity_cases_apart() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if operator_tie(new.claimed_by, new.account_id) is not null then
    raise exception 'a reviewer decides on no account that may be the own one' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger identity_cases_apart before update on identity_cases for each row
  when (old.state = 'review' and new.state <> 'review' and new.decided_proposal is null) execute function identity_cases_apart();

-- Declaring is for oneself alone, by a session of one's own.
create function operator_declare_account(p_session uuid, p_account uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person operators := operator_of_session(p_session, false);
begin
  insert into operator_accounts (operator_id, account_id) values (person.operator_id, p_account) on conflict do nothing;
  return found;
end $$;
create function operator_declare_contact(p_session uuid, p_kind text, p_value text) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  person operators := operator_of_session(p_session, false);
begin
  if (select count(*) from operator_contacts where operator_id = person.operator_id) >= 20 then
    return false;
  end if;
  insert into operator_contacts (operator_id, kind, value) values (person.operator_id, p_kind, p_value) on conflict do nothing;
  return true;
end $$;
insert into act_kinds (kind, proposers, approvers) values ('end-declared-account', '{administrator}', '{administrator}');
create function operator_end_declared(p_proposal uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'end-declared-account');
  person uuid := (act.facts::json ->> 'operator_uuid')::uuid;
begin
  if person in (act.maker, act.checker) then
    raise exception 'nobody ends an entry about himself' using errcode = 'insufficient_privilege';
  end if;
  update operator_accounts set ended_by = p_proposal, ended_at = clock_timestamp()
  where operator_id = person and account_id = (act.facts::json ->> 'declared_uuid')::uuid and ended_at is null;
  return found;
end $$;

-- A freeze stops what was approved before it, up to the last step; a hold after a change of what protects the account does, too. In a demo
-- the server alone looks at holds, which are short there.
create function withdrawals_stop() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if exists (select from account_freezes where account_id = new.account_id and released_at is null)
     or exists (select from account_holds where account_id = new.account_id and ends_at > clock_timestamp()
       and exists (select from deployment where mode = 'production')) then
    raise exception 'nothing is sent from an account that is frozen or held' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawals_stop before update on withdrawals for each row
  when (old.state <> new.state and new.state in ('built', 'signed', 'broadcast')) execute function withdrawals_stop();

-- As before, and an approved withdrawal of which no bytes exist yet can still be refused.
create or replace function withdrawals_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  terms withdrawal_terms;
begin
  if tg_op = 'INSERT' then
    select * into terms from withdrawal_terms where asset = new.asset and version = new.terms_version;
    if not found or new.state <> 'review' or new.amount < terms.min_amount or new.fee < new.amount * terms.fee_rate
       or new.fee >= new.amount * terms.fee_rate + 0.0001
       or new.needs_two_persons is distinct from (new.amount > terms.two_persons_above) then
      raise exception 'a withdrawal begins under review and under its terms' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.account_id, old.withdrawal_id, old.book, old.network, old.asset, old.address_id, old.address, old.alias, old.amount, old.fee,
      old.terms_version, old.units, old.needs_two_persons, old.requested_at) is distinct from
     (new.account_id, new.withdrawal_id, new.book, new.network, new.asset, new.address_id, new.address, new.alias, new.amount, new.fee,
      new.terms_version, new.units, new.needs_two_persons, new.requested_at) then
    raise exception 'what a withdrawal pays never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> new.state and not (old.state, new.state) in (('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
     ('approved', 'rejected'), ('approved', 'built'), ('built', 'signed'), ('signed', 'broadcast'), ('broadcast', 'sent'),
     ('broadcast', 'failed')) then
    raise exception 'a withdrawal that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  if old.ended_at is not null or old.unsigned is not null and (old.wallet, old.nonce, old.unsigned) is distinct from (new.wallet, new.nonce, new.unsigned)
     or old.signed is not null and (old.signed, old.txid) is distinct from (new.signed, new.txid)
     or old.decided_at is not null and new.state <> 'rejected' and (old.decided_at, old.decided_by, old.decided_proposal) is distinct from
        (new.decided_at, new.decided_by, new.decided_proposal) then
    raise exception 'what was decided or stored of a withdrawal never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'review' and new.state = 'approved' and new.needs_two_persons and not exists (select from act_proposals
     where proposal_id = new.decided_proposal and kind = 'approve-withdrawal' and state = 'approved'
       and facts::json ->> 'withdrawal_uuid' = new.withdrawal_id::text) then
    raise exception 'two operators approve this withdrawal' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

grant select on operator_limits, operator_decisions, operator_accounts, operator_contacts, operator_devices to candor_app;

-- Last, as a version is public when it is asked for: no lock that was waited for above may make it older than a minute.
insert into operator_limits (version, alone_per_day, credited_days) values (1, 20000, 7);
