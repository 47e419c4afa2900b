-- A period must not pay its buyers more than they pay, unless two operators approved exactly that; and how many tickets were sold is not
-- public shortly before the closing.

-- What the platform keeps of a draw in which so many tickets take part; wire/src/shop-odds.ts says the same.
create function shop_draw_result(p_price numeric, p_winners int, p_rebate numeric, p_prize numeric, p_sold int) returns numeric
  language sql immutable set search_path = public, pg_temp as $$
    select p_sold * p_price - least(p_winners, p_sold) * p_prize - (p_sold - least(p_winners, p_sold)) * p_rebate
  $$;

-- Periods that exist keep their terms, whatever they cost. None of them was approved as one that pays its buyers, so none such is followed
-- by another.
alter table shop_periods
  add pays_buyers boolean not null default false,
  -- Sold tickets as they are published while the period is open.
  add sold_shown int not null default 0;

-- A rebate is at most the price, so with each further ticket a ticket is worth less or at most its price: the minimum decides.
create function shop_periods_terms_fit() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  result numeric := shop_draw_result(new.price, new.winners, new.rebate, new.prize, new.tickets_min);
begin
  if new.pays_buyers <> (result < 0) then
    raise exception 'a period pays its buyers if and only if it says so' using errcode = 'insufficient_privilege';
  end if;
  -- Both operators read the facts of the proposal. The periods of its series have the numbers that follow the first.
  if new.pays_buyers and not exists (
    with seen as materialized (
      select body::json as body, facts::json as facts from act_proposals
      where kind = 'open-period' and state in ('approved', 'done') and body::json ->> 'pays_buyers' = 'true'
    )
    select from seen
    where facts ->> 'pays_buyers' = 'true' and (facts ->> 'result_at_minimum')::numeric = result
      and body ->> 'good_id' = new.good_id and (body ->> 'price')::numeric = new.price
      and (body ->> 'tickets')::int = new.tickets and (body ->> 'tickets_min')::int = new.tickets_min
      and (body ->> 'winners')::int = new.winners and (body ->> 'prize')::numeric = new.prize
      and body ->> 'prize_kind' = new.prize_kind and trunc((body ->> 'price')::numeric * (body ->> 'rebate_share')::numeric, 4) = new.rebate
      and new.number >= (facts ->> 'number')::int
      and new.series = (body ->> 'series')::int - (new.number - (facts ->> 'number')::int)
  ) then
    raise exception 'a period that pays its buyers needs an approved proposal that says so' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger shop_periods_terms before insert on shop_periods
  for each row execute function shop_periods_terms_fit();

-- As before, and the published number never falls, nor rises after the closing.
create or replace function shop_periods_guard() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (to_jsonb(old) - '{state,sold,sold_shown,closed_at,version}'::text[])
     is distinct from (to_jsonb(new) - '{state,sold,sold_shown,closed_at,version}'::text[]) then
    raise exception 'the terms of a period never change' using errcode = 'insufficient_privilege';
  end if;
  if new.sold < old.sold or new.sold_shown < old.sold_shown
     or (old.state <> 'open' and (new.sold, new.sold_shown, new.closed_at) is distinct from (old.sold, old.sold_shown, old.closed_at)) then
    raise exception 'no ticket is sold after the closing' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> old.state and not (old.state, new.state) in
     (('open', 'closed'), ('open', 'void'), ('closed', 'drawn'), ('closed', 'void')) then
    raise exception 'a period that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
-- Once a period is closed, all of it is public.
update shop_periods set sold_shown = sold where state = 'open' and sold > 0;
alter table shop_periods add constraint shop_periods_sold_shown check (sold_shown between 0 and sold);
grant insert (pays_buyers, sold_shown), update (sold_shown) on shop_periods to candor_app;
