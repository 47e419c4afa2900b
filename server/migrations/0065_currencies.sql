-- Money of countries: what a US dollar is worth in each, day by day, and who said so.

create table currency_rates (
  rate_id bigint generated always as identity primary key,
  currency text not null check (currency in ('EUR', 'JPY', 'KRW', 'SEK', 'CHF', 'TWD', 'AED', 'HKD', 'MOP')),
  -- Units of it for one US dollar.
  per_usd numeric(38, 18) not null check (per_usd > 0),
  day date not null,
  -- bank: a central bank's list. demo: made up, and refused by a production.
  source text not null check (source in ('bank', 'operators', 'demo')),
  proposal_id uuid unique references act_proposals,
  stored_at timestamptz not null default now(),
  check ((source = 'operators') = (proposal_id is not null))
);
create unique index currency_rates_once on currency_rates (currency, day, source) where source <> 'operators';
create index currency_rates_newest on currency_rates (currency, day desc, rate_id desc);
create trigger currency_rates_keep before update or delete or truncate on currency_rates
  for each statement execute function append_only();
create trigger currency_rates_demo_guard before insert on currency_rates
  for each row when (new.source = 'demo') execute function deployment_demo_only();

-- A rate of operators is one that two of them approved, as they approved it, for the day on which it is carried out.
create function currency_rates_check() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from act_proposals where proposal_id = new.proposal_id and kind = 'set-currency-rate' and state = 'approved'
     and body::json ->> 'currency' = new.currency and (body::json ->> 'per_usd')::numeric = new.per_usd)
     or new.day <> (clock_timestamp() at time zone 'UTC')::date then
    raise exception 'no approved proposal of this rate' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger currency_rates_guard before insert on currency_rates
  for each row when (new.source = 'operators') execute function currency_rates_check();

insert into act_kinds values ('set-currency-rate', '{treasurer}', '{risk,administrator}');
grant select, insert on currency_rates to candor_app;
