-- What may be offered to customers: a public profile per jurisdiction, each change of one a new version, and which profile is in
-- force since when. Nothing here is ever changed: what was offered at any time can be looked up for ever.

create table conduct_profiles (
  jurisdiction text not null check (jurisdiction ~ '^[a-z][a-z0-9-]{0,29}$'),
  version int not null check (version > 0),
  options_offered boolean not null,
  lever_max int not null check (lever_max between 1 and 100),
  warning text not null check (warning in ('general', 'losing-accounts')),
  age_min int not null check (age_min between 18 and 99),
  bonuses_offered boolean not null,
  made_at timestamptz not null default now(),
  primary key (jurisdiction, version)
);
create trigger conduct_profiles_keep before update or delete or truncate on conduct_profiles
  for each statement execute function append_only();

insert into conduct_profiles
  (jurisdiction, version, options_offered, lever_max, warning, age_min, bonuses_offered)
values
  ('demo', 1, true, 50, 'general', 18, true),
  ('strict', 1, false, 2, 'losing-accounts', 18, false);

create table conduct_choices (
  number int primary key,
  jurisdiction text not null,
  version int not null,
  -- server: its default, which holds until an operator chooses.
  chosen_by text not null check (chosen_by in ('server', 'operator')),
  asked_at timestamptz not null,
  in_force_from timestamptz not null check (in_force_from >= asked_at),
  foreign key (jurisdiction, version) references conduct_profiles
);
create trigger conduct_choices_keep before update or delete or truncate on conduct_choices
  for each statement execute function append_only();

-- The newest choice whose time had come, leaving out those that another choice was asked for before their time.
create function conduct_in_force(moment timestamptz) returns setof conduct_profiles language sql stable as $$
  select profile.* from conduct_choices as choice join conduct_profiles as profile using (jurisdiction, version)
  where choice.in_force_from <= moment and not exists (
    select from conduct_choices as later where later.number > choice.number and later.asked_at < choice.in_force_from)
  order by choice.number desc limit 1
$$;

create function conduct_is_looser(next conduct_profiles, than conduct_profiles) returns boolean language sql immutable as $$
  select next.options_offered and not than.options_offered
    or next.lever_max > than.lever_max
    or next.warning = 'general' and than.warning <> 'general'
    or next.age_min < than.age_min
    or next.bonuses_offered and not than.bonuses_offered
$$;

-- Whoever writes here, with whatever program: nothing becomes looser earlier than 24 hours after it was asked for.
create function conduct_choices_check() returns trigger language plpgsql as $$
declare
  latest conduct_choices;
  present conduct_profiles;
  wanted conduct_profiles;
begin
  select * into latest from conduct_choices order by number desc limit 1;
  if new.number <> coalesce(latest.number, 0) + 1 or new.asked_at < latest.asked_at then
    raise exception 'choices follow one another' using errcode = 'check_violation';
  end if;
  if new.asked_at not between clock_timestamp() - interval '1 minute' and clock_timestamp() then
    raise exception 'a choice is asked for now' using errcode = 'check_violation';
  end if;
  select * into present from conduct_in_force(new.asked_at);
  if not found then
    return new;
  end if;
  select * into wanted from conduct_profiles where jurisdiction = new.jurisdiction and version = new.version;
  if conduct_is_looser(wanted, present) and new.in_force_from < new.asked_at + interval '24 hours' then
    raise exception 'looser settings are in force 24 hours after they were asked for, not earlier'
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger conduct_choices_guard before insert on conduct_choices
  for each row execute function conduct_choices_check();

-- The notice begins when everyone can read it: a choice is not held back in a transaction while its time runs.
create function conduct_choices_are_public() returns trigger language plpgsql as $$
begin
  if new.asked_at < clock_timestamp() - interval '1 minute' then
    raise exception 'a choice is public when it is asked for' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger conduct_choices_public after insert on conduct_choices
  deferrable initially deferred for each row execute function conduct_choices_are_public();

-- Of each day: how many real accounts traded contracts in the 12 months before, and how many of them lost money by that.
create table conduct_losses (
  until timestamptz primary key,
  accounts int not null check (accounts >= 0),
  losing int not null check (losing between 0 and accounts)
);
create trigger conduct_losses_keep before update or delete or truncate on conduct_losses
  for each statement execute function append_only();

grant select, insert on conduct_profiles, conduct_choices, conduct_losses to candor_app;
