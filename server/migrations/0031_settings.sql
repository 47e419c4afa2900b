-- What operators change of products: two of them each time, in versions that are public and never rewritten. A version is in force at
-- once where everything that it changes favours customers, and after 24 hours where not. A product keeps its versions in a table of its
-- own; whoever writes there, with whatever program, is held to this by the database.

create table setting_kinds (
  name text primary key check (name ~ '^[a-z][a-z-]{1,39}$'),
  -- The product's table, and the column that tells what a version is one of; null where there is one for all.
  table_name text not null unique,
  id_column text,
  -- By column, what of it favours customers: more, less, neither; fixed is never changed. A column that is not named is as neither.
  favours jsonb not null check (jsonb_typeof(favours) = 'object')
);
create trigger setting_kinds_keep before update or delete or truncate on setting_kinds
  for each statement execute function append_only();
insert into setting_kinds values
  ('option-terms', 'options_configs', 'config_id', '{"duration_ms": "fixed", "payout_rate": "more", "min_stake": "less",
    "max_stake": "more", "exit_wait_ms": "fixed", "is_offered": "more"}'),
  ('contract-terms', 'contracts_configs', null, '{"lever_max": "more", "fee_rate": "less", "maintenance_rate": "less",
    "slippage_max": "neither", "stress_rate": "neither", "margin_share_max": "more", "sheets_max": "more", "margin_min": "less",
    "limit_distance_max": "more", "limit_distances": "neither", "resting_max": "more", "orders_max": "more",
    "resting_share_max": "more", "limit_expiry_ms": "neither", "is_offered": "more"}'),
  ('pledge-terms', 'pledge_configs', 'product_id', '{"days": "fixed", "daily_rate": "more", "min_amount": "less",
    "max_amount": "more", "quota": "more", "is_offered": "more"}');

create table setting_versions (
  name text not null references setting_kinds,
  -- all: where there is one for all.
  id text not null check (id ~ '^[A-Za-z0-9-]{1,20}$'),
  version int not null check (version > 0),
  -- As the public log writes it.
  body jsonb not null,
  asked_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  in_force_from timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  -- Null where it came with a release of the program.
  proposal_id uuid unique references act_proposals,
  proposed_by text,
  approved_by text,
  primary key (name, id, version),
  check (in_force_from >= asked_at),
  check (num_nulls(proposal_id, proposed_by, approved_by) in (0, 3))
);
create trigger setting_versions_keep before update or delete or truncate on setting_versions
  for each statement execute function append_only();

-- The newest of each whose time had come, leaving out those that another was asked for before their time.
create function settings_in_force(p_name text, p_moment timestamptz) returns table (id text, version int) language sql stable
  set search_path = public, pg_temp as $$
    select distinct on (each.id) each.id, each.version from setting_versions as each
    where each.name = p_name and each.in_force_from <= p_moment and not exists (
      select from setting_versions as later where later.name = each.name and later.id = each.id
        and later.version > each.version and later.asked_at < each.in_force_from)
    order by each.id, each.version desc
  $$;

create function setting_number(value jsonb) returns numeric language sql immutable as $$
  select case jsonb_typeof(value) when 'boolean' then value::boolean::int::numeric
    when 'number' then value::numeric when 'string' then (value #>> '{}')::numeric end
$$;

-- Whether nothing of it is worse for customers than what it follows.
create function setting_favours(p_favours jsonb, next jsonb, than jsonb) returns boolean language sql immutable
  set search_path = public, pg_temp as $$
    select not exists (
      select from (select jsonb_object_keys(next) union select jsonb_object_keys(than)) as fields(field)
      where next -> field is distinct from than -> field and not coalesce(case p_favours ->> field
        when 'more' then setting_number(next -> field) > setting_number(than -> field)
        when 'less' then setting_number(next -> field) < setting_number(than -> field) end, false))
  $$;

create function setting_versions_check() returns trigger language plpgsql set search_path = public, pg_temp as $$
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
  select * into act from act_proposals where kind = 'change-setting' and state = 'approved' and body::json ->> 'name' = new.name
    and body::json ->> 'id' = new.id and (body::json ->> 'version')::int = new.version;
  new.proposal_id := act.proposal_id;
  new.proposed_by := operator_name(act.maker);
  new.approved_by := operator_name(act.checker);
  return new;
end $$;

-- A notice begins when everybody can read it: no version is held back in a transaction while its time runs.
create function setting_versions_are_public() returns trigger language plpgsql as $$
begin
  if new.asked_at < clock_timestamp() - interval '1 minute' then
    raise exception 'a version is public when it is asked for' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- setting_made(name): a version of this kind is a row of the product's table.
create function setting_made() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  made jsonb := to_jsonb(new);
  column_of_id text;
begin
  select id_column into strict column_of_id from setting_kinds where name = tg_argv[0] and table_name = tg_table_name;
  insert into setting_versions (name, id, version, body) values (tg_argv[0], coalesce(made ->> column_of_id, 'all'),
    (made ->> 'version')::int, public_log_body(tg_relid, made) - array['version', 'created_at', coalesce(column_of_id, 'version')]);
  return null;
end $$;

-- What stands already was in force from its start.
insert into setting_versions (name, id, version, body, asked_at, in_force_from)
select name, id, version, public_log_body(source, made) - array['version', 'created_at', 'config_id', 'product_id'], at, at from (
  select 'option-terms' as name, config_id as id, version, 'options_configs'::regclass as source, to_jsonb(each) as made,
    date_trunc('milliseconds', created_at) as at from options_configs as each
  union all select 'contract-terms', 'all', version, 'contracts_configs'::regclass, to_jsonb(each),
    date_trunc('milliseconds', created_at) from contracts_configs as each
  union all select 'pledge-terms', product_id, version, 'pledge_configs'::regclass, to_jsonb(each),
    date_trunc('milliseconds', created_at) from pledge_configs as each) as before
order by at, name, version, id;
select public_log_append('setting', public_log_body('setting_versions', to_jsonb(each)))
  from (select * from setting_versions order by asked_at, name, version, id) as each;

create trigger setting_versions_guard before insert on setting_versions
  for each row execute function setting_versions_check();
create constraint trigger setting_versions_public after insert on setting_versions deferrable initially deferred
  for each row execute function setting_versions_are_public();
create constraint trigger setting_versions_log after insert on setting_versions deferrable initially deferred
  for each row execute function public_log_row('setting');
create trigger options_configs_setting after insert on options_configs
  for each row execute function setting_made('option-terms');
create trigger contracts_configs_setting after insert on contracts_configs
  for each row execute function setting_made('contract-terms');
create trigger pledge_configs_setting after insert on pledge_configs
  for each row execute function setting_made('pledge-terms');

-- A new product of staking counts what is staked in it, in each book.
create function pledge_config_counts() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into pledge_quotas (quota_id, product_id, book, taken)
  select (substr(hash, 1, 8) || '-' || substr(hash, 9, 4) || '-8' || substr(hash, 14, 3) || '-a' || substr(hash, 18, 3) || '-'
      || substr(hash, 21, 12))::uuid, new.product_id, book, 0
  from (select book, encode(sha256(convert_to('pledge quota ' || new.product_id || ' ' || book::text, 'UTF8')), 'hex') as hash
    from unnest(enum_range(null::ledger_book)) as book) as named
  on conflict do nothing;
  return null;
end $$;
create trigger pledge_configs_count after insert on pledge_configs
  for each row execute function pledge_config_counts();

insert into act_kinds values ('change-setting', '{risk,treasurer,administrator}', '{risk,administrator}');

-- Carries an approved change out: a row of the product's table, as it was proposed. Answers since when it is in force.
create function setting_change(p_proposal uuid) returns timestamptz
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  act act_proposals := act_to_carry_out(p_proposal, 'change-setting');
  asked jsonb := act.body::jsonb;
  kind setting_kinds;
  made jsonb;
begin
  select * into strict kind from setting_kinds where name = asked ->> 'name';
  made := asked -> 'values' || jsonb_build_object('version', asked -> 'version', 'created_at', clock_timestamp());
  if kind.id_column is not null then made := made || jsonb_build_object(kind.id_column, asked -> 'id'); end if;
  execute format('insert into %1$I select (jsonb_populate_record(null::%1$I, $1)).*', kind.table_name) using made;
  return (select in_force_from from setting_versions where proposal_id = p_proposal);
end $$;

grant select on setting_kinds, setting_versions to candor_app;
