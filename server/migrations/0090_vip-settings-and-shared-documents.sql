-- What a VIP level asks for is a setting like other terms; and a document that certifies one account certifies another one only by two
-- operators.

insert into setting_kinds values ('vip-levels', 'vip_levels', 'level', '{"volume": "less"}');
create trigger vip_levels_setting after insert on vip_levels for each row execute function setting_made('vip-levels');
-- What stands already is in force from now on.
insert into setting_versions (name, id, version, body)
select 'vip-levels', level::text, version,
  public_log_body('vip_levels', to_jsonb(each)) - array['version', 'created_at', 'level']
from vip_levels as each order by level, version;

-- How a picture looks in 64 bits, so that a copy that was saved again or cut a little is found; gone with the picture's key.
alter table pictures add look bigint;
grant update (look) on pictures to candor_app;

create or replace function pictures_keep() returns trigger language plpgsql as $$
begin
  if old.wrapped_key is null or (new.wrapped_key is not null and new.wrapped_key <> old.wrapped_key)
     or (new.look is not null and new.look is distinct from old.look) then
    raise exception 'a deleted picture does not come back' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

insert into act_kinds values ('approve-identity', '{identity-reviewer}', '{identity-reviewer,administrator}');

-- The act by which two operators approved it.
alter table identity_cases add decided_proposal uuid unique references act_proposals,
  add check (decided_proposal is null or state = 'approved');
grant update (decided_proposal) on identity_cases to candor_app;

-- Whether its document or a picture of it certifies another account.
create function identity_is_shared(wanted identity_cases) returns boolean language sql stable set search_path = public, pg_temp as $$
  select exists (select from identity_cases as other
    where other.state = 'approved' and other.account_id <> wanted.account_id
      and (other.document_digest = wanted.document_digest or exists (
        select from pictures as own join pictures as theirs using (digest)
        where own.picture_id in (wanted.front, wanted.back) and theirs.picture_id in (other.front, other.back))))
$$;

-- What was handed in stays as it was; it is decided once, by a reviewer who has claimed it, or approved by two operators.
create or replace function identity_cases_keep() returns trigger language plpgsql as $$
begin
  if (old.case_id, old.account_id, old.attempt, old.country, old.document_kind, old.key_id, old.sealed, old.document_digest,
      old.person_digest, old.front, old.back, old.submitted_at) is distinct from
     (new.case_id, new.account_id, new.attempt, new.country, new.document_kind, new.key_id, new.sealed, new.document_digest,
      new.person_digest, new.front, new.back, new.submitted_at) or new.version <> old.version + 1 then
    raise exception 'what was handed in stays as it was' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'review' and
     (old.state, old.claimed_by, old.claimed_until, old.decided_at, old.reason, old.decided_proposal) is distinct from
     (new.state, new.claimed_by, new.claimed_until, new.decided_at, new.reason, new.decided_proposal) then
    raise exception 'a case is decided once' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'review' or new.state = 'review' then return new; end if;
  if new.decided_proposal is not null then
    if not exists (select from act_proposals where proposal_id = new.decided_proposal and kind = 'approve-identity'
       and state = 'approved' and facts::json ->> 'case_uuid' = new.case_id::text and maker = new.claimed_by) then
      raise exception 'two operators approve this case' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if not (new.claimed_by is not distinct from old.claimed_by
     and old.claimed_until > now() and exists (select from operator_roles as r join operators as o using (operator_id)
       where r.operator_id = old.claimed_by and r.role = 'identity-reviewer' and o.closed_at is null)) then
    raise exception 'who decides has claimed the case, and is a reviewer' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'approved' then
    -- One approval at a time: of two cases of one document, the later one finds the earlier.
    perform pg_advisory_xact_lock(hashtextextended('identity approval', 0));
    if identity_is_shared(new) then
      raise exception 'two operators approve a document that certifies another account' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $$;
