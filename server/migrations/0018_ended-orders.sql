-- Ended orders, as their receipts are issued from, can't be rewritten unseen either: the digest of each stands here, and the public log
-- says once a minute how many there were and the digest of their digests, which tells nobody what they are.

create table ended_orders (
  kind text not null check (kind in ('option', 'contract')),
  order_id uuid not null,
  account_id uuid not null,
  digest bytea not null check (length(digest) = 32),
  -- The entry of the public log that takes it in.
  seq bigint not null,
  primary key (order_id)
);
create index ended_orders_seq on ended_orders (seq);
create trigger ended_orders_keep before update or delete or truncate on ended_orders
  for each statement execute function append_only();

-- All of an order but the count of its writes. A column that a later migration adds is null for what ended before, and left out.
create function ended_order_digest(ended option_orders) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - 'version')::text, 'UTF8'))
  $$;
-- What is due of a contract changes until it is paid; the queue of payments accounts for it.
create function ended_order_digest(ended contract_orders) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - '{version,due}'::text[])::text || coalesce(
      (select jsonb_agg(jsonb_strip_nulls(to_jsonb(each)) order by number)::text from contract_changes as each
       where (account_id, order_id) = (ended.account_id, ended.order_id)), ''), 'UTF8'))
  $$;

-- What ended lately is found without an index that each order would pay for.
create index option_orders_settled on option_orders using brin (settled_at) with (autosummarize = on, pages_per_range = 32);
create index contract_orders_settled on contract_orders using brin (settled_at) with (autosummarize = on, pages_per_range = 32);

-- Takes in what has ended since and was not taken in; returns how many. `p_limit` at a time.
create function public_log_take_ended(p_since timestamptz, p_limit int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  new_seq bigint;
  taken int;
begin
  perform pg_advisory_xact_lock(1667329637);
  select coalesce(max(seq), -1) + 1 into new_seq from public_log;
  insert into ended_orders
    select kind, order_id, account_id, digest, new_seq from (
      select 'option' as kind, order_id, account_id, ended_order_digest(o) as digest from option_orders as o
        where settled_at > p_since and not exists (select from ended_orders as e where e.order_id = o.order_id)
      union all
      select 'contract', order_id, account_id, ended_order_digest(o) from contract_orders as o
        where settled_at > p_since and not exists (select from ended_orders as e where e.order_id = o.order_id)
    ) as fresh limit p_limit;
  get diagnostics taken = row_count;
  if taken > 0 then
    perform public_log_append('ended-orders', (select jsonb_build_object('count', count(*),
      'digest', encode(sha256(string_agg(digest, ''::bytea order by order_id)), 'hex')) from ended_orders where seq = new_seq));
  end if;
  return taken;
end $$;

grant select on ended_orders to candor_app;
