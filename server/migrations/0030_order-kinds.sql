-- Each product says here which of its tables holds orders, and the public log takes in what ended in any of them. Of each there is an
-- ended_order_digest as well, of all of the row that nothing changes after its end.

create table ended_order_kinds (
  kind text primary key check (kind ~ '^[a-z][a-z-]{1,39}$'),
  orders text not null unique,
  id_column text not null,
  -- Null until the order has ended.
  ended_column text not null
);
create trigger ended_order_kinds_keep before update or delete or truncate on ended_order_kinds
  for each statement execute function append_only();
insert into ended_order_kinds (kind, orders, id_column, ended_column) values
  ('option', 'option_orders', 'order_id', 'settled_at'),
  ('contract', 'contract_orders', 'order_id', 'settled_at'),
  ('swap', 'swap_orders', 'order_id', 'settled_at'),
  ('pledge', 'pledges', 'pledge_id', 'ended_at');

alter table ended_orders drop constraint ended_orders_kind_check,
  add constraint ended_orders_kind_known foreign key (kind) references ended_order_kinds;

create function ended_order_digest(ended swap_orders) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - 'version')::text, 'UTF8'))
  $$;
create function ended_order_digest(ended pledges) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - 'version')::text, 'UTF8'))
  $$;

create index swap_orders_settled on swap_orders using brin (settled_at) with (autosummarize = on, pages_per_range = 32);
create index swap_orders_id on swap_orders using brin (order_id) with (autosummarize = on, pages_per_range = 32);
create index pledges_ended on pledges using brin (ended_at) with (autosummarize = on, pages_per_range = 32);
create index pledges_id on pledges using brin (pledge_id) with (autosummarize = on, pages_per_range = 32);

create or replace function public_log_take_ended(p_since timestamptz, p_limit int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  source ended_order_kinds;
  new_seq bigint;
  added int;
  taken int := 0;
begin
  perform pg_advisory_xact_lock(1667329637);
  select coalesce(max(seq), -1) + 1 into new_seq from public_log;
  for source in select * from ended_order_kinds order by kind loop
    execute format(
      'insert into ended_orders select %L, o.%I, o.account_id, ended_order_digest(o), $1 from %I as o
         where o.%I > $2 and not exists (select from ended_orders as e where e.order_id = o.%2$I) limit $3',
      source.kind, source.id_column, source.orders, source.ended_column) using new_seq, p_since, p_limit - taken;
    get diagnostics added = row_count;
    taken := taken + added;
  end loop;
  if taken > 0 then
    perform public_log_append('ended-orders', (select jsonb_build_object('count', count(*),
      'digest', encode(sha256(string_agg(digest, ''::bytea order by order_id)), 'hex')) from ended_orders where seq = new_seq));
  end if;
  return taken;
end $$;
-- What ended before its product stood here.
select public_log_take_ended('-infinity', 2147483647);

grant select on ended_order_kinds to candor_app;
