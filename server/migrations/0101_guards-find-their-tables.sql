-- Tables and types are looked for among a session's temporary ones first, unless a function says where to look. A trigger that read one
-- of those would guard with what the server's role had put there: an act that two approved, limits of loans, a mode that is demo.

-- Of each tick and of each step of an order: they name what they read with its schema, which costs nothing a row, and need no setting.
-- So do option_orders_keep and swap_orders_keep, which read nothing but the row.
create or replace function market_tick_follows() returns trigger language plpgsql as $$
declare
  previous_ms bigint;
begin
  select published_ms into previous_ms from public.market_ticks
    where coin = new.coin and sequence = new.sequence - 1;
  if found then
    if previous_ms >= new.published_ms then
      raise exception 'tick % of % would go back in time', new.sequence, new.coin using errcode = 'check_violation';
    end if;
  elsif new.sequence <> 1 or exists (select from public.market_minutes where coin = new.coin) then
    raise exception 'tick % of % leaves a gap', new.sequence, new.coin using errcode = 'check_violation';
  end if;
  return new;
end $$;

create or replace function contract_orders_keep() returns trigger language plpgsql as $$
begin
  if old.result is not null and (to_jsonb(old) - array['due', 'version'] is distinct from to_jsonb(new) - array['due', 'version']
     or new.due >= old.due) then
    raise exception 'an ended contract is final' using errcode = 'insufficient_privilege';
  end if;
  if (old.account_id, old.order_id, old.book, old.coin, old.side, old.order_type, old.lever, old.sheets, old.sheet_size,
      old.trade_price, old.margin, old.fee, old.config_version, old.received_at, old.accepted_sequence, old.expires_at)
     is distinct from
     (new.account_id, new.order_id, new.book, new.coin, new.side, new.order_type, new.lever, new.sheets, new.sheet_size,
      new.trade_price, new.margin, new.fee, new.config_version, new.received_at, new.accepted_sequence, new.expires_at) then
    raise exception 'the terms of a contract never change' using errcode = 'insufficient_privilege';
  end if;
  if old.entry_sequence is not null and
     (old.entry_sequence, old.entry_price, old.entry_at) is distinct from
     (new.entry_sequence, new.entry_price, new.entry_at) then
    raise exception 'an entry is set once' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'open' and new.state = 'waiting' or new.open_sheets > old.open_sheets
     or new.terms_sequence < old.terms_sequence or new.paid < old.paid then
    raise exception 'a contract does not go back' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Constraints of tables ask these.
alter function is_json_object(text) set search_path = public, pg_temp;
alter function account_number_is_sound(text) set search_path = public, pg_temp;

-- All other triggers, and whatever acts as its owner. What an extension brought is not ours to change.
do $$
declare
  guard regprocedure;
begin
  for guard in
    select oid from pg_proc as p
    where pronamespace = 'public'::regnamespace and (prosecdef or prorettype = 'trigger'::regtype)
      and proname not in ('contract_orders_keep', 'market_tick_follows', 'option_orders_keep', 'swap_orders_keep')
      and not coalesce(proconfig @> array['search_path=public, pg_temp'], false)
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
  loop
    execute format('alter function %s set search_path = public, pg_temp', guard);
  end loop;
end $$;

-- And the server makes no temporary tables, where the database is its owner's to say so; by default everybody may.
do $$
begin
  if pg_has_role((select datdba from pg_database where datname = current_database()), 'usage') then
    execute format('revoke temporary on database %I from public', current_database());
  end if;
end $$;
