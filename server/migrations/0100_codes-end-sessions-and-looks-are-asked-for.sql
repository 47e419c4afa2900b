-- New recovery codes end an operator's other sessions; and the database asks whoever approves a shared document for the claim and the looks.

-- Ends all other sessions: somebody may have come in with a code that is void now.
create or replace function operator_renew_codes(p_session uuid, p_codes text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  who operators := operator_of_session(p_session, true);
begin
  perform operator_make_codes(who.operator_id, p_codes);
  perform audit_append(who.name, 'recovery-codes-renewed', who.name,
    canonical_json(jsonb_build_object('sessions_ended', operator_end_others(who.operator_id, p_session))));
end $$;

-- As ids cross the network, and as the audit log names what a row is about: 26 digits for two bits of zero and the UUID.
create function wire_id(p_prefix text, p_id uuid) returns text language sql immutable strict parallel safe
  set search_path = public, pg_temp as $$
  select p_prefix || '_' || string_agg(
      substr('0123456789abcdefghjkmnpqrstvwxyz', substring(bits from place * 5 + 1 for 5)::bit(5)::int + 1, 1), '' order by place)
  from (select B'00' || ('x' || replace(p_id::text, '-', ''))::bit(128) as bits) as whole, generate_series(0, 25) as place
$$;

-- Whether this operator has looked at each picture of the case that is to be approved, by this proposal and since he claimed it last.
create function identity_was_seen(p_proposal uuid, p_operator uuid) returns boolean language sql stable
  set search_path = public, pg_temp as $$
  with asked as (
    select wire_id('prp', p.proposal_id) as proposal, operator_name(p_operator) as operator, c.account_id, c.case_id, c.front, c.back
    from act_proposals p join identity_cases c on c.case_id = (p.facts::json ->> 'case_uuid')::uuid
    where p.proposal_id = p_proposal and p.kind = 'approve-identity'
  )
  select exists (select from asked) and not exists (
    select from asked cross join lateral (values ('front', front), ('back', back)) as side(name, picture)
    where picture is not null and not exists (
      select from audit_log looked
      where looked.subject = wire_id('acc', account_id) and looked.act = 'identity-picture-viewed' and looked.operator = asked.operator
        and looked.detail::json ->> 'proposal' = proposal and looked.detail::json ->> 'case' = wire_id('idc', case_id)
        and looked.detail::json ->> 'side' = side.name
        and looked.seq > (select max(seq) from audit_log claimed
          where claimed.subject = proposal and claimed.act = 'act-claim' and claimed.operator = asked.operator)))
$$;

-- What decides on acts and cases finds its tables in the schema: whoever may make temporary ones of the same names gives it none of them.
alter function act_proposals_claim() set search_path = public, pg_temp;
alter function case_claimed() set search_path = public, pg_temp;
alter function identity_cases_keep() set search_path = public, pg_temp;

create or replace function act_proposals_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
    -- Who approves a document that certifies another account has it before him.
    if new.kind = 'approve-identity' and not (old.claimed_by is not distinct from new.checker
       and old.claimed_until > clock_timestamp() and identity_was_seen(new.proposal_id, new.checker)) then
      raise exception 'who approves it has claimed it and seen each picture since' using errcode = 'insufficient_privilege';
    end if;
  end if;
  if new.state <> 'approved' then new.ended_at := clock_timestamp(); end if;
  return new;
end $$;
