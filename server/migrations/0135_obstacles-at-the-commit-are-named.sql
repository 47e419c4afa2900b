-- Of two decisions at the same moment, each below the sum of a day, the second is refused only at the commit. The error names the obstacle in its
-- detail, and is marked by the name of a constraint, so that the server answers with the refusal that a desk would have given.

-- As before, with constraint and detail of the error.
create or replace function operators_decided(p_kind text, p_object uuid, p_account uuid, p_alone uuid, p_proposal uuid, p_roles text[], p_worth numeric)
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
      raise exception 'operator % may not decide on this %: %', operator_name(person), p_kind, obstacle
        using errcode = 'insufficient_privilege', constraint = 'operator_obstacle', detail = obstacle::text;
    end if;
    insert into operator_decisions (operator_id, kind, object_id, account_id, proposal_id, worth)
    values (person, p_kind, p_object, p_account, p_proposal, p_worth);
  end loop;
end $$;
