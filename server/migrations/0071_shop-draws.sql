-- Draws: the list of tickets is public before its round, the round decides, and each ticket ends as the draw says.

create table shop_lists (
  period_id uuid primary key references shop_periods,
  size int not null check (size > 0),
  -- Hex, as docs/formats.md says.
  root text not null check (root ~ '^[0-9a-f]{64}$'),
  round bigint not null check (round > 0),
  -- When the round is published; the list was public before it.
  round_at timestamptz not null,
  -- Its entry in the public log.
  log_seq bigint not null
);
create trigger shop_lists_keep before update or delete or truncate on shop_lists
  for each statement execute function append_only();

-- Publishes the list of a closed period, once. The round follows from the closing; a list that comes after its round is refused.
create function shop_publish_list(p_period uuid, p_root text) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  period shop_periods;
  least_ms bigint;
  new_round bigint;
  new_round_at timestamptz;
  new_seq bigint;
begin
  select * into strict period from shop_periods where period_id = p_period for no key update;
  if period.state <> 'closed' or exists (select from shop_lists where period_id = p_period) then
    raise exception 'the list of a period is published once, when it is closed' using errcode = 'insufficient_privilege';
  end if;
  least_ms := floor(extract(epoch from period.closed_at) * 1000)::bigint + period.draw_delay_ms - period.beacon_genesis_ms;
  new_round := greatest(0, -div(-least_ms, period.beacon_period_ms)) + 1;
  if (new_round - 1) * period.beacon_period_ms < least_ms then new_round := new_round + 1; end if;
  new_round_at := to_timestamp((period.beacon_genesis_ms + (new_round - 1) * period.beacon_period_ms) / 1000.0);
  new_seq := public_log_append('draw-list', jsonb_build_object('period_id', p_period, 'size', period.sold, 'root', p_root,
    'round', new_round, 'closed_ms', floor(extract(epoch from period.closed_at) * 1000)::bigint,
    'terms', public_log_body('shop_periods', to_jsonb(period), '{good_id,number,price,tickets,tickets_min,winners,rebate,prize_kind,prize,draw_delay_ms,beacon_name,beacon_is_demo,beacon_key,beacon_genesis_ms,beacon_period_ms}')));
  if clock_timestamp() >= new_round_at then
    raise exception 'the round of the draw is public already' using errcode = 'check_violation';
  end if;
  insert into shop_lists values (p_period, period.sold, p_root, new_round, new_round_at, new_seq);
  return new_seq;
end $$;

create table shop_draws (
  period_id uuid primary key references shop_lists,
  -- Of the round, hex.
  signature text not null check (signature ~ '^[0-9a-f]{96}$'),
  -- Numbers of tickets with commas between, in the order of the draw.
  winning_num text not null check (winning_num ~ '^[1-9][0-9]*(,[1-9][0-9]*)*$'),
  drawn_at timestamptz not null
);
create trigger shop_draws_keep before update or delete or truncate on shop_draws
  for each statement execute function append_only();
create constraint trigger shop_draws_log after insert on shop_draws deferrable initially deferred
  for each row execute function public_log_row('draw-result', 'period_id', 'signature', 'winning_num');

create table shop_voids (
  period_id uuid primary key references shop_periods,
  reason text not null check (reason in ('too-few', 'list-late', 'beacon-late')),
  voided_at timestamptz not null
);
create trigger shop_voids_keep before update or delete or truncate on shop_voids
  for each statement execute function append_only();
create constraint trigger shop_voids_log after insert on shop_voids deferrable initially deferred
  for each row execute function public_log_row('draw-void', 'period_id', 'reason');

-- No draw before its round, and no void of what could be drawn.
create function shop_draws_fit() returns trigger language plpgsql as $$
begin
  if not exists (select from shop_lists where period_id = new.period_id and round_at <= clock_timestamp()
      and cardinality(string_to_array(new.winning_num, ',')) = least(size, (select winners from shop_periods where period_id = new.period_id)))
     or exists (select from shop_voids where period_id = new.period_id) then
    raise exception 'a draw follows the round of its list' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger shop_draws_guard before insert on shop_draws for each row execute function shop_draws_fit();
create function shop_voids_fit() returns trigger language plpgsql as $$
begin
  if exists (select from shop_draws where period_id = new.period_id) or not (case new.reason
      when 'too-few' then exists (select from shop_periods where period_id = new.period_id and sold < tickets_min)
      when 'list-late' then not exists (select from shop_lists where period_id = new.period_id)
      else exists (select from shop_lists where period_id = new.period_id and round_at + interval '24 hours' <= clock_timestamp()) end) then
    raise exception 'a period is void for its reason alone' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger shop_voids_guard before insert on shop_voids for each row execute function shop_voids_fit();

-- Goods that were won.
create table shop_prizes (
  -- Of the ticket.
  prize_id uuid primary key,
  account_id uuid not null,
  period_id uuid not null references shop_draws,
  -- USDT, reserved until it is sent or taken.
  worth numeric(38, 18) not null check (worth > 0),
  won_at timestamptz not null,
  state text not null check (state in ('open', 'addressed', 'sent', 'taken')),
  changed_at timestamptz not null,
  carrier text,
  tracking text,
  sent_by text,
  version bigint not null default 0,
  check (num_nulls(carrier, tracking, sent_by) = case state when 'sent' then 0 else 3 end)
);
create index shop_prizes_waiting on shop_prizes (won_at) where state in ('open', 'addressed');
create function shop_prizes_guard() returns trigger language plpgsql as $$
begin
  if (old.prize_id, old.account_id, old.period_id, old.worth, old.won_at) is distinct from
     (new.prize_id, new.account_id, new.period_id, new.worth, new.won_at) or not (old.state, new.state) in
     (('open', 'addressed'), ('open', 'taken'), ('addressed', 'sent'), ('addressed', 'taken')) then
    raise exception 'a prize that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger shop_prizes_keep before update on shop_prizes for each row execute function shop_prizes_guard();
create trigger shop_prizes_no_delete before delete or truncate on shop_prizes
  for each statement execute function append_only();

-- Where they go, sealed.
create table shop_addresses (
  prize_id uuid primary key references shop_prizes,
  key_id text not null,
  sealed bytea not null
);
create trigger shop_addresses_keep before update or delete or truncate on shop_addresses
  for each statement execute function append_only();

-- Who bought a ticket never changes, and it ends as the draw or the void of its period says.
create function shop_tickets_end() returns trigger language plpgsql as $$
declare
  has_won boolean;
begin
  if old.outcome is not null or (old.account_id, old.ticket_id, old.book, old.period_id, old.number, old.price, old.bought_at)
     is distinct from (new.account_id, new.ticket_id, new.book, new.period_id, new.number, new.price, new.bought_at) then
    raise exception 'a ticket stays what it is, and ends once' using errcode = 'insufficient_privilege';
  end if;
  select new.number::text = any (string_to_array(winning_num, ',')) into has_won from shop_draws where period_id = new.period_id;
  if new.outcome is distinct from (case has_won when true then 'won' when false then 'lost' else
      case when exists (select from shop_voids where period_id = new.period_id) then 'refunded' end end) then
    raise exception 'a ticket ends as its draw says' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger shop_tickets_end_guard before update on shop_tickets for each row execute function shop_tickets_end();
create trigger shop_tickets_no_delete before delete or truncate on shop_tickets
  for each statement execute function append_only();

create function ended_order_digest(ended shop_tickets) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - 'version')::text, 'UTF8'))
  $$;
create index shop_tickets_ended on shop_tickets using brin (ended_at) with (autosummarize = on, pages_per_range = 32);
create index shop_tickets_id on shop_tickets (ticket_id);
insert into ended_order_kinds (kind, orders, id_column, ended_column) values ('ticket', 'shop_tickets', 'ticket_id', 'ended_at');

grant select on shop_lists to candor_app;
grant select, insert on shop_draws, shop_voids, shop_addresses to candor_app;
grant select, insert, update on shop_prizes to candor_app;
revoke execute on function shop_publish_list(uuid, text) from public;
grant execute on function shop_publish_list(uuid, text) to candor_app;
