-- Swaps as operators see them: the newest first, what the house gained by them, and coins that somebody asks the treasurer to bring in.

create index swap_orders_newest on swap_orders (received_at);
create index swap_orders_filled on swap_orders (settled_at) where result = 'filled';

-- An exchange of coins has a result of its own kind: what changed hands, each side in USDT at the tick that decided, under one kind
-- that no move of the journal has.
create or replace function house_results_between(p_from date, p_to date)
  returns table (day date, kind text, coin text, taken numeric, given numeric, returned numeric) language sql stable
  set search_path = public, pg_temp as $$
    select (at at time zone 'UTC')::date, kind, coin,
      coalesce(sum(amount) filter (where ledger_is_customer(from_bucket) and not ledger_is_customer(to_bucket)), 0),
      coalesce(sum(amount) filter (where ledger_is_customer(to_bucket) and not ledger_is_customer(from_bucket)), 0),
      coalesce(sum(amount) filter (where ledger_is_customer(from_bucket) and to_bucket = 'available'), 0)
    from ledger_moves
    where book = 'real' and at >= p_from::timestamp at time zone 'UTC' and at < (p_to + 1)::timestamp at time zone 'UTC'
      and account_id <> '00000000-0000-0000-0000-000000000000'
    group by 1, 2, 3
    union all
    select (settled_at at time zone 'UTC')::date, 'swap-at-index', 'USDT',
      trunc(sum(given * coalesce(from_tick_price, 1)), 18), trunc(sum(received * coalesce(to_tick_price, 1)), 18), 0
    from swap_orders
    where result = 'filled' and book = 'real'
      and settled_at >= p_from::timestamp at time zone 'UTC' and settled_at < (p_to + 1)::timestamp at time zone 'UTC'
    group by 1
  $$;
-- Of days that were counted before.
insert into house_results (day, kind, coin, taken, given, returned)
select day, 'swap-at-index', 'USDT', trunc(sum(given * coalesce(from_tick_price, 1)), 18),
  trunc(sum(received * coalesce(to_tick_price, 1)), 18), 0
from swap_orders join house_result_days on day = (settled_at at time zone 'UTC')::date
where result = 'filled' and book = 'real' group by day;

create table refill_requests (
  refill_id uuid primary key,
  -- Its id as people write it, by which an act names it.
  reference text not null unique check (reference ~ '^rfl_[0-9a-hjkmnp-tv-z]{26}$'),
  coin text not null,
  amount numeric(38, 18) not null check (amount > 0),
  why text not null check (length(why) between 1 and 500),
  asked_by uuid not null references operators,
  asked_at timestamptz not null default clock_timestamp(),
  -- The act that brought it in.
  done_by uuid references act_proposals,
  dropped_by uuid references operators,
  ended_at timestamptz,
  check (num_nonnulls(done_by, dropped_by) = num_nonnulls(ended_at))
);
-- Whoever asks for more of a coin that is asked for drops the first request.
create unique index refill_requests_open on refill_requests (coin) where ended_at is null;
create index refill_requests_newest on refill_requests (asked_at);

-- Whether an act paid in what the request is for: real money, into the bankroll, as much of the coin at least, under its name.
create function refill_is_met(wanted refill_requests, act act_proposals) returns boolean language sql immutable
  set search_path = public, pg_temp as $$
    select act.kind = 'house-money-in' and act.state = 'done' and strpos(act.body::json ->> 'reference', wanted.reference) > 0
      and act.body::json ->> 'coin' = wanted.coin and (act.body::json ->> 'amount')::numeric >= wanted.amount
      and coalesce(act.body::json ->> 'bucket', 'bankroll') = 'bankroll' and coalesce(act.body::json ->> 'book', 'real') = 'real'
  $$;

create function refill_requests_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.asked_at := clock_timestamp();
    if new.ended_at is not null or not operator_has_role(new.asked_by, '{risk,administrator}') then
      raise exception 'a request begins with an operator who may ask' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.ended_at is not null or (old.refill_id, old.reference, old.coin, old.amount, old.why, old.asked_by, old.asked_at)
     is distinct from (new.refill_id, new.reference, new.coin, new.amount, new.why, new.asked_by, new.asked_at) then
    raise exception 'a request stays what it is, and ends once' using errcode = 'insufficient_privilege';
  end if;
  if new.done_by is not null and not exists (select from act_proposals p where p.proposal_id = new.done_by and refill_is_met(new, p)) then
    raise exception 'no act has brought in what was asked for' using errcode = 'insufficient_privilege';
  end if;
  if new.dropped_by is not null and not operator_has_role(new.dropped_by, '{treasurer,risk,administrator}') then
    raise exception 'the operator may not drop it' using errcode = 'insufficient_privilege';
  end if;
  new.ended_at := clock_timestamp();
  return new;
end $$;
create trigger refill_requests_guard before insert or update on refill_requests
  for each row execute function refill_requests_keep();
create trigger refill_requests_no_delete before delete or truncate on refill_requests
  for each statement execute function append_only();

-- It is done with the act that brings it in.
create function refill_requests_done() returns trigger language plpgsql as $$
begin
  update refill_requests as wanted set done_by = new.proposal_id, ended_at = clock_timestamp()
    where ended_at is null and refill_is_met(wanted, new);
  return null;
end $$;
create trigger act_proposals_refill after update on act_proposals for each row
  when (new.kind = 'house-money-in' and new.state = 'done' and old.state <> 'done')
  execute function refill_requests_done();

grant select, insert, update on refill_requests to candor_app;
