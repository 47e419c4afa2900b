-- A profile of conduct is chosen by two operators, or by who owns the database; a server chooses by itself only what it begins with.

insert into act_kinds values ('choose-conduct', '{risk,administrator}', '{risk,administrator}');

create function conduct_choices_by_two() returns trigger language plpgsql as $$
begin
  if current_user = 'candor_app' and (new.chosen_by <> 'server'
     or exists (select from conduct_choices where chosen_by = 'operator')) then
    raise exception 'what operators choose, two of them decide on' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger conduct_choices_two_persons before insert on conduct_choices
  for each row execute function conduct_choices_by_two();

-- The newest version of the profile, which is the one that was decided on; null where there is a newer one. Answers when it is in force.
create function conduct_choose(p_proposal uuid) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'choose-conduct');
  wanted conduct_profiles;
  present conduct_profiles;
  asked timestamptz;
  begins timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('conduct_choices'));
  asked := date_trunc('milliseconds', clock_timestamp());
  select * into wanted from conduct_profiles where jurisdiction = act.body::json ->> 'jurisdiction' order by version desc limit 1;
  if wanted.version is distinct from (act.facts::json -> 'wanted' ->> 'version')::int then return null; end if;
  select * into present from conduct_in_force(asked);
  begins := asked + case when conduct_is_looser(wanted, present) then interval '24 hours' else interval '0' end;
  insert into conduct_choices (number, jurisdiction, version, chosen_by, asked_at, in_force_from)
  select max(number) + 1, wanted.jurisdiction, wanted.version, 'operator', asked, begins from conduct_choices;
  return begins;
end $$;
