-- A version of a setting names the act that made it, also while others that ask for the same number are approved.

create or replace function setting_versions_check() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  ways jsonb;
  latest setting_versions;
  present setting_versions;
  act act_proposals;
begin
  perform pg_advisory_xact_lock(hashtext('setting_versions'));
  select favours into strict ways from setting_kinds where name = new.name;
  select * into latest from setting_versions where name = new.name and id = new.id order by version desc limit 1;
  if found and new.version <> latest.version + 1 or not found and new.version <> 1 then
    raise exception 'versions of % follow one another', new.name using errcode = 'serialization_failure';
  end if;
  if latest.body is not null and exists (select from jsonb_each_text(ways) as each(field, way)
     where way = 'fixed' and latest.body -> field is distinct from new.body -> field) then
    raise exception 'what is fixed of % never changes', new.name using errcode = 'check_violation';
  end if;
  new.asked_at := date_trunc('milliseconds', clock_timestamp());
  if latest.asked_at > new.asked_at then new.asked_at := latest.asked_at; end if;
  select each.* into present from setting_versions as each join settings_in_force(new.name, new.asked_at) as now
    on each.name = new.name and each.id = now.id and each.version = now.version where each.id = new.id;
  new.in_force_from := new.asked_at
    + case when not found or setting_favours(ways, new.body, present.body) then interval '0' else interval '24 hours' end;
  select * into act from act_proposals where kind = 'change-setting' and state = 'approved'
    and proposal_id::text = current_setting('candor.act', true) and body::json ->> 'name' = new.name
    and body::json ->> 'id' = new.id and (body::json ->> 'version')::int = new.version;
  new.proposal_id := act.proposal_id;
  new.proposed_by := operator_name(act.maker);
  new.approved_by := operator_name(act.checker);
  return new;
end $$;

create or replace function setting_change(p_proposal uuid) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'change-setting');
  asked jsonb := act.body::jsonb;
  kind setting_kinds;
  made jsonb;
begin
  perform set_config('candor.act', p_proposal::text, true);
  select * into strict kind from setting_kinds where name = asked ->> 'name';
  made := asked -> 'values' || jsonb_build_object('version', asked -> 'version', 'created_at', clock_timestamp());
  if kind.id_column is not null then made := made || jsonb_build_object(kind.id_column, asked -> 'id'); end if;
  execute format('insert into %1$I select (jsonb_populate_record(null::%1$I, $1)).*', kind.table_name) using made;
  return (select in_force_from from setting_versions where proposal_id = p_proposal);
end $$;
