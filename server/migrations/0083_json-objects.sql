-- Databases of before PostgreSQL 15 could be had: what 0016 and 0017 say now, in place of `is json object`.
create or replace function is_json_object(value text) returns boolean language plpgsql immutable strict cost 1 as $$
begin
  return json_typeof(value::json) = 'object';
exception when data_exception then
  return false;
end $$;

alter table audit_log drop constraint audit_log_detail_check,
  add constraint audit_log_detail_check check (is_json_object(detail) and detail !~ '\n');
alter table act_proposals drop constraint act_proposals_body_check, drop constraint act_proposals_facts_check,
  drop constraint act_proposals_outcome_check,
  add constraint act_proposals_body_check check (is_json_object(body)),
  add constraint act_proposals_facts_check check (is_json_object(facts)),
  add constraint act_proposals_outcome_check check (is_json_object(outcome));
