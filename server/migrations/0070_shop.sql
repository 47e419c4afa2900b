-- The goods shop: goods, their periods, and tickets, of which a person has one a period.

-- Paid in for prizes and rebates, and free. `shop` is what was promised of it, to the last digit.
alter type ledger_bucket add value 'shop-funds' after 'shop';

create table shop_goods (
  good_id text primary key check (good_id ~ '^[a-z0-9-]{1,20}$'),
  -- For customers of this VIP level and above.
  level smallint not null check (level between 0 and 3),
  drawing text not null check (drawing ~ '^[a-z]{1,20}$'),
  created_at timestamptz not null default clock_timestamp()
);
create table shop_good_texts (
  good_id text not null references shop_goods,
  language text not null check (language ~ '^[A-Za-z-]{2,10}$'),
  name text not null check (length(name) between 1 and 80),
  description text not null check (length(description) between 1 and 600),
  primary key (good_id, language)
);
create trigger shop_goods_keep before update or delete or truncate on shop_goods
  for each statement execute function append_only();
create trigger shop_good_texts_keep before update or delete or truncate on shop_good_texts
  for each statement execute function append_only();

create table shop_periods (
  period_id uuid primary key,
  good_id text not null references shop_goods,
  number int not null check (number > 0),
  -- How many follow by themselves, each when the one before closes.
  series int not null check (series >= 0),
  price numeric(38, 18) not null check (price > 0),
  tickets int not null check (tickets between 1 and 100000),
  tickets_min int not null check (tickets_min between 1 and tickets),
  winners int not null check (winners between 1 and tickets),
  -- Of each ticket that does not win, USDT.
  rebate numeric(38, 18) not null check (rebate between 0 and price),
  prize_kind text not null check (prize_kind in ('coin', 'good')),
  -- Of each winner, USDT.
  prize numeric(38, 18) not null check (prize > 0),
  draw_delay_ms int not null check (draw_delay_ms between 1000 and 3600000),
  -- Whose rounds decide.
  beacon_name text not null,
  beacon_is_demo boolean not null,
  beacon_key text not null check (beacon_key ~ '^[0-9a-f]{192}$'),
  beacon_genesis_ms bigint not null check (beacon_genesis_ms >= 0),
  beacon_period_ms bigint not null check (beacon_period_ms > 0),
  opened_at timestamptz not null,
  closes_at timestamptz not null check (closes_at > opened_at),
  state text not null check (state in ('open', 'closed', 'drawn', 'void')),
  sold int not null check (sold between 0 and tickets),
  closed_at timestamptz,
  version bigint not null default 0,
  unique (good_id, number),
  check ((state = 'open') = (closed_at is null))
) with (fillfactor = 50);
create index shop_periods_live on shop_periods (period_id) where state in ('open', 'closed');
create index shop_periods_newest on shop_periods (opened_at desc);
-- One at a time of each good.
create unique index shop_periods_one_open on shop_periods (good_id) where state = 'open';

-- Terms never change, tickets are sold while it is open, and states go one way.
create function shop_periods_guard() returns trigger language plpgsql as $$
begin
  if (to_jsonb(old) - '{state,sold,closed_at,version}'::text[]) is distinct from (to_jsonb(new) - '{state,sold,closed_at,version}'::text[]) then
    raise exception 'the terms of a period never change' using errcode = 'insufficient_privilege';
  end if;
  if new.sold < old.sold or (old.state <> 'open' and (new.sold, new.closed_at) is distinct from (old.sold, old.closed_at)) then
    raise exception 'no ticket is sold after the closing' using errcode = 'insufficient_privilege';
  end if;
  if new.state <> old.state and not (old.state, new.state) in
     (('open', 'closed'), ('open', 'void'), ('closed', 'drawn'), ('closed', 'void')) then
    raise exception 'a period that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger shop_periods_keep before update on shop_periods
  for each row execute function shop_periods_guard();
create trigger shop_periods_no_delete before delete or truncate on shop_periods
  for each statement execute function append_only();
create constraint trigger shop_periods_log after insert on shop_periods deferrable initially deferred
  for each row execute function public_log_row('draw-period', 'period_id', 'good_id', 'number', 'series', 'price', 'tickets', 'tickets_min',
    'winners', 'rebate', 'prize_kind', 'prize', 'draw_delay_ms', 'beacon_name', 'beacon_is_demo', 'beacon_key', 'beacon_genesis_ms',
    'beacon_period_ms', 'opened_at', 'closes_at');

create table shop_tickets (
  account_id uuid not null,
  -- Made from the period and the account: a person has one.
  ticket_id uuid not null,
  book ledger_book not null check (book = 'real'),
  period_id uuid not null references shop_periods,
  -- In the order of the sales, from 1.
  number int not null check (number > 0),
  price numeric(38, 18) not null check (price > 0),
  bought_at timestamptz not null,
  outcome text check (outcome in ('won', 'lost', 'refunded')),
  -- What came back in USDT at once; a good is chosen for afterwards.
  paid numeric(38, 18) check (paid >= 0),
  ended_at timestamptz,
  version bigint not null default 0,
  primary key (account_id, ticket_id),
  unique (period_id, number),
  unique (period_id, account_id),
  check (num_nulls(outcome, paid, ended_at) in (0, 3))
) with (fillfactor = 70);
create index shop_tickets_of_account on shop_tickets (account_id, bought_at desc);
create index shop_tickets_unsettled on shop_tickets (period_id, number) where outcome is null;

-- Whoever writes it: a ticket is of an open period, and its number is the next one.
create function shop_tickets_fit() returns trigger language plpgsql as $$
declare
  period shop_periods;
begin
  select * into strict period from shop_periods where period_id = new.period_id;
  if period.state <> 'open' or new.number > period.tickets or new.price <> period.price or new.outcome is not null then
    raise exception 'a ticket is bought of an open period, at its price' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger shop_tickets_guard before insert on shop_tickets
  for each row execute function shop_tickets_fit();

grant select, insert on shop_goods, shop_good_texts to candor_app;
grant select, insert, update on shop_periods, shop_tickets to candor_app;
