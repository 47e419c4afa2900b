-- Who looks at a proposal alone: never its maker, and nobody again within an hour after his claim, so that no one keeps the others from
-- deciding for longer than one claim lasts.
create table act_claims (
  proposal_id uuid not null references act_proposals,
  operator_id uuid not null references operators,
  claimed_until timestamptz not null,
  primary key (proposal_id, operator_id, claimed_until)
);
create trigger act_claims_keep before update or delete or truncate on act_claims
  for each statement execute function append_only();
grant select, insert on act_claims to candor_app;

insert into act_claims (proposal_id, operator_id, claimed_until)
select proposal_id, claimed_by, claimed_until from act_proposals where claimed_by is not null;

-- Also when the claim ends early: it counts for its whole time.
create function act_proposals_claim() returns trigger language plpgsql as $$
begin
  if new.claimed_by = new.maker or new.claimed_until > clock_timestamp() + interval '15 minutes' or exists (
    select from act_claims where proposal_id = new.proposal_id and operator_id = new.claimed_by
      and claimed_until + interval '1 hour' > clock_timestamp()) then
    raise exception 'the operator may not claim it now' using errcode = 'insufficient_privilege';
  end if;
  insert into act_claims (proposal_id, operator_id, claimed_until) values (new.proposal_id, new.claimed_by, new.claimed_until);
  return new;
end $$;
create trigger act_proposals_claimed before update on act_proposals for each row
  when (new.claimed_by is not null and (new.claimed_by, new.claimed_until) is distinct from (old.claimed_by, old.claimed_until))
  execute function act_proposals_claim();
