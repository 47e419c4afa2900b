-- The public log: what concerns everybody, one canonical text after another, with the Merkle tree of RFC 6962 over them. Tables whose
-- rows concern everybody tell it by triggers, so whoever writes there, with whatever program, is in the log or has written nothing.

create table public_log (
  -- From 0, without gaps.
  seq bigint primary key check (seq >= 0),
  -- Canonical JSON of seq, at_ms, kind and body.
  leaf text not null check (octet_length(leaf) <= 16384),
  -- SHA-256 of a zero byte and the leaf.
  hash bytea not null check (length(hash) = 32)
);
-- Nodes over 2^level leaves that are all there; level 0 is public_log itself.
create table public_log_nodes (
  level smallint not null check (level > 0),
  index bigint not null check (index >= 0),
  hash bytea not null check (length(hash) = 32),
  primary key (level, index)
);
-- Signed notes with the root over the first so many entries. One root for one size, for ever.
create table public_log_checkpoints (
  size bigint primary key check (size > 0),
  note text not null check (length(note) <= 1000)
);
create trigger public_log_keep before update or delete or truncate on public_log
  for each statement execute function append_only();
create trigger public_log_nodes_keep before update or delete or truncate on public_log_nodes
  for each statement execute function append_only();
create trigger public_log_checkpoints_keep before update or delete or truncate on public_log_checkpoints
  for each statement execute function append_only();

-- The one text of a value, as RFC 8785 has it and docs/formats.md says. Names are ASCII, numbers whole.
create function canonical_json(value jsonb) returns text language plpgsql immutable strict parallel safe
  set search_path = public, pg_temp as $$
begin
  case jsonb_typeof(value)
  when 'object' then
    if exists (select from jsonb_object_keys(value) as key where key ~ '[^ -~]') then
      raise exception 'a name in canonical JSON is ASCII' using errcode = 'invalid_parameter_value';
    end if;
    return '{' || coalesce((select string_agg(to_json(key)::text || ':' || canonical_json(member), ',' order by key collate "C")
      from jsonb_each(value) as members(key, member)), '') || '}';
  when 'array' then
    return '[' || coalesce((select string_agg(canonical_json(item), ',' order by place)
      from jsonb_array_elements(value) with ordinality as items(item, place)), '') || ']';
  when 'number' then
    if value::text !~ '^(0|-?[1-9][0-9]{0,15})$' or abs(value::numeric) > 9007199254740991 then
      raise exception '% is no exact whole number', value using errcode = 'invalid_parameter_value';
    end if;
    return value::text;
  else
    return value::text;
  end case;
end $$;

-- A complete node of the tree.
create function public_log_node(p_level int, p_index bigint) returns bytea language sql stable strict
  set search_path = public, pg_temp as $$
    select case p_level when 0 then (select hash from public_log where seq = p_index)
      else (select hash from public_log_nodes where level = p_level and index = p_index) end
  $$;

-- The root over the first so many entries.
create function public_log_root(p_size bigint) returns bytea language plpgsql stable strict
  set search_path = public, pg_temp as $$
declare
  root bytea;
  node bytea;
  rest bigint := p_size;
begin
  for level in 0 .. 62 loop
    exit when rest = 0;
    if rest % 2 = 1 then
      node := public_log_node(level, rest - 1);
      root := case when root is null then node else sha256('\x01'::bytea || node || root) end;
    end if;
    rest := rest / 2;
  end loop;
  return coalesce(root, sha256(''::bytea));
end $$;

-- Adds an entry in the caller's transaction and returns its number: what is rolled back was never in the log. Whoever appends holds
-- the others up until the transaction ends, so it is its last step. Time comes from the database's clock and never goes back.
create function public_log_append(p_kind text, p_body jsonb) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  new_seq bigint;
  before_ms bigint;
  text_of_leaf text;
  node bytea;
  at_index bigint;
begin
  if p_kind is null or p_kind !~ '^[a-z][a-z-]{1,39}$' or jsonb_typeof(p_body) is distinct from 'object' then
    raise exception 'an entry has a kind and a body' using errcode = 'invalid_parameter_value';
  end if;
  perform pg_advisory_xact_lock(1667329637);
  select seq + 1, (leaf::json ->> 'at_ms')::bigint into new_seq, before_ms from public_log order by seq desc limit 1;
  new_seq := coalesce(new_seq, 0);
  text_of_leaf := canonical_json(jsonb_build_object('seq', new_seq, 'kind', p_kind, 'body', p_body,
    'at_ms', greatest(floor(extract(epoch from clock_timestamp()) * 1000)::bigint, coalesce(before_ms, 0))));
  node := sha256('\x00'::bytea || convert_to(text_of_leaf, 'UTF8'));
  insert into public_log values (new_seq, text_of_leaf, node);
  at_index := new_seq;
  for level in 0 .. 62 loop
    exit when at_index % 2 = 0;
    node := sha256('\x01'::bytea || public_log_node(level, at_index - 1) || node);
    at_index := at_index / 2;
    insert into public_log_nodes values (level + 1, at_index, node);
  end loop;
  return new_seq;
end $$;

-- Whoever signs, with whatever key: a checkpoint names the root that the log has at its size.
create function public_log_checkpoint_fits() returns trigger language plpgsql as $$
begin
  if new.size > (select coalesce(max(seq), -1) + 1 from public_log)
     or split_part(new.note, E'\n', 2) <> new.size::text
     or split_part(new.note, E'\n', 3) <> encode(public_log_root(new.size), 'base64') then
    raise exception 'a checkpoint names the root over as many entries as it says' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger public_log_checkpoints_guard before insert on public_log_checkpoints
  for each row execute function public_log_checkpoint_fits();

-- What the log says of a row: columns as docs/formats.md writes them, all of them or those that are named.
create function public_log_body(p_table regclass, p_row jsonb, p_columns text[] default '{}') returns jsonb
  language sql stable set search_path = public, pg_temp as $$
    select jsonb_object_agg(attname, case
      when p_row ->> attname is null then 'null'::jsonb
      when atttypid = 'numeric'::regtype then to_jsonb(trim_scale((p_row ->> attname)::numeric)::text)
      when atttypid = 'numeric[]'::regtype then
        (select jsonb_agg(trim_scale(each::numeric)::text order by place)
         from jsonb_array_elements_text(p_row -> attname) with ordinality as items(each, place))
      when atttypid = 'timestamptz'::regtype then
        to_jsonb(to_char((p_row ->> attname)::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      when atttypid = 'bytea'::regtype then to_jsonb(substr(p_row ->> attname, 3))
      else p_row -> attname end)
    from pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped
      and (cardinality(p_columns) = 0 or attname = any (p_columns))
  $$;

-- public_log_row(kind, columns…): tells the log of a row that was written; at the commit, so that nobody waits for longer than it takes.
create function public_log_row() returns trigger language plpgsql as $$
begin
  perform public_log_append(tg_argv[0], public_log_body(tg_relid, to_jsonb(new), tg_argv[1:]));
  return null;
end $$;

-- The owner's money: what came in, or with a minus went out again.
create function public_log_house_money() returns trigger language plpgsql as $$
begin
  perform public_log_append('house-money', jsonb_build_object('coin', new.coin, 'book', new.book,
    'paid_in', trim_scale(case tg_op when 'INSERT' then 0 else old.balance end - new.balance)::text,
    'total_paid_in', trim_scale(-new.balance)::text));
  return null;
end $$;

-- What stands already. The first entry makes this log another than any other: its hash is in the log's name.
select public_log_append('log', jsonb_build_object('log_id', gen_random_uuid()));
select public_log_append('conduct-profile', public_log_body('conduct_profiles', to_jsonb(each)))
  from (select * from conduct_profiles order by made_at, jurisdiction, version) as each;
select public_log_append('conduct-choice', public_log_body('conduct_choices', to_jsonb(each)))
  from (select * from conduct_choices order by number) as each;
select public_log_append('option-terms', public_log_body('options_configs', to_jsonb(each)))
  from (select * from options_configs order by version, config_id) as each;
select public_log_append('contract-terms', public_log_body('contracts_configs', to_jsonb(each)))
  from (select * from contracts_configs order by version) as each;
select public_log_append('mode', public_log_body('deployment', to_jsonb(each), '{mode,since}')) from deployment as each;
select public_log_append('signing-key', public_log_body('deployment_keys', to_jsonb(each), '{position,signing_key}'))
  from (select * from deployment_keys order by position) as each;
select public_log_append('candle-correction', public_log_body('market_corrections', to_jsonb(each)))
  from (select * from market_corrections order by correction_id) as each;
select public_log_append('halt',
    public_log_body('market_halts', to_jsonb(each), '{halt_id,coin,reason,halted_at,proposed_by,approved_by}'))
  from (select * from market_halts order by halted_at) as each;
select public_log_append('reopening',
    public_log_body('market_halts', to_jsonb(each), '{halt_id,coin,lifted_at,lift_proposed_by,lift_approved_by}'))
  from (select * from market_halts where lifted_at is not null order by lifted_at) as each;
select public_log_append('house-money', jsonb_build_object('coin', coin, 'book', book,
    'paid_in', trim_scale(-balance)::text, 'total_paid_in', trim_scale(-balance)::text))
  from (select * from ledger_house where bucket = 'capital' and balance <> 0 order by coin, book) as each;

create constraint trigger conduct_profiles_log after insert on conduct_profiles deferrable initially deferred
  for each row execute function public_log_row('conduct-profile');
create constraint trigger conduct_choices_log after insert on conduct_choices deferrable initially deferred
  for each row execute function public_log_row('conduct-choice');
create constraint trigger options_configs_log after insert on options_configs deferrable initially deferred
  for each row execute function public_log_row('option-terms');
create constraint trigger contracts_configs_log after insert on contracts_configs deferrable initially deferred
  for each row execute function public_log_row('contract-terms');
create constraint trigger deployment_log after insert on deployment deferrable initially deferred
  for each row execute function public_log_row('mode', 'mode', 'since');
create constraint trigger deployment_keys_log after insert on deployment_keys deferrable initially deferred
  for each row execute function public_log_row('signing-key', 'position', 'signing_key');
create constraint trigger market_corrections_log after insert on market_corrections deferrable initially deferred
  for each row execute function public_log_row('candle-correction');
create constraint trigger market_halts_log after insert on market_halts deferrable initially deferred
  for each row execute function public_log_row('halt', 'halt_id', 'coin', 'reason', 'halted_at', 'proposed_by', 'approved_by');
create constraint trigger market_halts_lift_log after update on market_halts deferrable initially deferred
  for each row execute function public_log_row('reopening', 'halt_id', 'coin', 'lifted_at', 'lift_proposed_by', 'lift_approved_by');
create constraint trigger ledger_house_log after update on ledger_house deferrable initially deferred
  for each row when (old.bucket = 'capital' and old.balance <> new.balance) execute function public_log_house_money();

-- Entries come by public_log_append alone, nodes with them.
grant select on public_log, public_log_nodes to candor_app;
grant select, insert on public_log_checkpoints to candor_app;
