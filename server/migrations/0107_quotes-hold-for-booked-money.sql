-- The quote of a purchase holds for money that the bank books in time, not for what a customer says. Who says twice that he paid, and never
-- does, buys nothing for a while. Orders that were made before keep the terms of their time.

insert into setting_kinds values
  ('payment-terms', 'payment_terms', 'currency', '{"bank_days": "more"}'),
  ('unpaid-terms', 'unpaid_terms', null, '{"unpaid_max": "more", "block_days": "less"}');

create table payment_terms (
  currency text not null,
  version int not null,
  -- Bank days after the time to pay within which a transfer is booked for the quote to hold.
  bank_days int not null constraint bank_days check (bank_days between 0 and 10),
  created_at timestamptz not null default now(),
  primary key (currency, version)
);
create trigger payment_terms_keep before update or delete or truncate on payment_terms
  for each statement execute function append_only();
create trigger payment_terms_setting after insert on payment_terms
  for each row execute function setting_made('payment-terms');

create table unpaid_terms (
  version int primary key,
  -- Orders said to be paid that were not, before buying is blocked.
  unpaid_max int not null constraint unpaid_max check (unpaid_max between 1 and 10),
  -- Days since the last of them after which the block ends and nothing of it counts any more.
  block_days int not null constraint block_days check (block_days between 1 and 365),
  created_at timestamptz not null default now()
);
create trigger unpaid_terms_keep before update or delete or truncate on unpaid_terms
  for each statement execute function append_only();
create trigger unpaid_terms_setting after insert on unpaid_terms
  for each row execute function setting_made('unpaid-terms');

-- Monday to Friday; from a day of a weekend it is counted from the Monday after it.
create function bank_day_after(p_day date, p_days int) returns date language sql immutable set search_path = public, pg_temp as $$
  select max(day)::date from (
    select day from generate_series(p_day, p_day + 7 + 2 * p_days, interval '1 day') as day
    where extract(isodow from day) < 6 order by day limit p_days + 1) as counted
$$;

alter table purchases
  add payment_version int,
  -- The last day (UTC) on which money is booked for the quote to hold. Null where it was ordered before there was one.
  add book_by date,
  -- The day on which the bank booked the money.
  add booked_on date,
  -- Which rule gave the amount. quote: what was agreed. rate: what was agreed or what the money bought, whichever was less.
  add settlement text check (settlement in ('quote', 'rate')),
  add foreign key (currency, payment_version) references payment_terms,
  add check (settlement is null or state = 'completed'),
  add check (settlement <> 'quote' or book_by is null
    or booked_on <= book_by and booked_on is not null and coalesce(paid_at, ended_at) < expires_at);

create function purchases_book() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if num_nonnulls(new.booked_on, new.settlement) > 0 or new.book_by is distinct from (select
         bank_day_after((new.expires_at at time zone 'UTC')::date, bank_days) from payment_terms
         where currency = new.currency and version = new.payment_version) or new.book_by is null then
      raise exception 'an order says until which day its money is booked' using errcode = 'insufficient_privilege';
    end if;
  elsif (old.payment_version, old.book_by) is distinct from (new.payment_version, new.book_by)
     or old.ended_at is not null and (old.booked_on, old.settlement) is distinct from (new.booked_on, new.settlement)
     or old.state <> new.state and new.state = 'completed' and new.settlement is null then
    raise exception 'what was agreed of an order never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger purchases_book before insert or update on purchases for each row execute function purchases_book();

-- The day is the line's, or without a line the one that two persons saw.
create function purchases_prove_day() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.booked_on is distinct from coalesce(
       (select booked_on from bank_transfers where purchase_id = new.purchase_id and use = 'confirmed'),
       (select nullif(body::jsonb ->> 'booked_on', '')::date from act_proposals where proposal_id = new.proposal_id)) then
    raise exception 'money is booked on the day that its line or two persons say' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger purchases_prove_day after update on purchases deferrable initially deferred
  for each row when (old.state <> new.state and new.state in ('completed', 'rejected')) execute function purchases_prove_day();

-- Orders of an account that were said to be paid and were not.
create table unpaid_purchases (
  account_id uuid not null,
  -- Made of the account, so that the row can be named before it exists.
  unpaid_id uuid not null,
  unpaid int not null check (unpaid > 0),
  last_at timestamptz not null,
  version bigint not null default 0,
  primary key (account_id, unpaid_id)
);

-- It counts up only, and only for an order that ended so; it starts again where the last one is long ago.
create function unpaid_purchases_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from purchases where account_id = new.account_id and state = 'rejected' and reason = 'not-received'
       and ended_at = new.last_at and (ended_at at time zone 'UTC')::date > book_by)
     or tg_op = 'UPDATE' and (new.last_at < old.last_at or new.unpaid not in (old.unpaid + 1, 1)) or tg_op = 'INSERT' and new.unpaid <> 1 then
    raise exception 'an order said to be paid counts as unpaid once its time to be booked is over' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger unpaid_purchases_keep after insert or update on unpaid_purchases deferrable initially deferred
  for each row execute function unpaid_purchases_keep();
create trigger unpaid_purchases_no_delete before delete or truncate on unpaid_purchases
  for each statement execute function append_only();

grant select on payment_terms, unpaid_terms to candor_app;
grant select, insert, update on unpaid_purchases to candor_app;

-- Last, as a version is public when it is asked for. A payment within a country is booked the next bank day; across borders it takes three.
insert into payment_terms (currency, version, bank_days) values ('EUR', 1, 1), ('CHF', 1, 1), ('SEK', 1, 1), ('JPY', 1, 1), ('KRW', 1, 1),
  ('TWD', 1, 1), ('HKD', 1, 1), ('USD', 1, 1), ('AED', 1, 1), ('MOP', 1, 1);
insert into unpaid_terms (version, unpaid_max, block_days) values (1, 2, 30);
