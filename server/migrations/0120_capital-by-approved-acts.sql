-- The owner's money comes in and goes out only as two operators approved it, and test money is given only in a demo: as its funds say, and
-- up to the limit of its faucet. The object of a move is the row that orders it: the proposal, the fund, or the faucet's day.

-- What a demo pays in for itself. A server reads it; another amount takes a migration.
create table demo_funds (
  fund_id uuid primary key default gen_random_uuid(),
  book ledger_book not null,
  bucket ledger_bucket not null,
  coin text not null,
  amount numeric(38, 18) not null check (amount > 0)
);
insert into demo_funds (book, bucket, coin, amount)
  select book, bucket, 'USDT', amount from (values
    ('real'::ledger_book, 'bankroll'::ledger_bucket, 10000000), ('bonus', 'bankroll', 10000000),
    ('real', 'staking-rewards', 250000), ('bonus', 'staking-rewards', 250000),
    -- Real money alone is borrowed, and wins prizes and rebates.
    ('real', 'lending', 500000), ('real', 'shop-funds', 100000)) as funds(book, bucket, amount);
-- To swap with: some millions in USDT of each coin.
insert into demo_funds (book, bucket, coin, amount)
  select book, 'bankroll', coin, amount from unnest('{real,bonus}'::ledger_book[]) as book, (values
    ('BTC', 50), ('ETH', 1500), ('BNB', 5000), ('XRP', 2000000), ('ADA', 5000000), ('DOGE', 20000000), ('POL', 10000000),
    ('SOL', 25000), ('LTC', 40000), ('TON', 1500000), ('AVAX', 200000), ('DOT', 1500000), ('BCH', 8000), ('TRX', 15000000),
    ('NEAR', 2000000), ('SHIB', 300000000000), ('LINK', 250000), ('SUI', 1500000), ('HBAR', 20000000), ('DAI', 4000000),
    ('TRUMP', 500000)) as inventory(coin, amount);

-- Test money of an account, coin and day, by what it is given for.
create table demo_faucet_limits (
  purpose text primary key,
  amount numeric(38, 18) not null check (amount > 0)
);
insert into demo_faucet_limits values ('faucet', 10000), ('experience', 10000);
grant select on demo_funds, demo_faucet_limits to candor_app;

-- Rows of before count for less: their moves don't name them. No new row can call itself one of those.
alter table demo_faucet_days add purpose text not null default 'older',
  add constraint demo_faucet_days_purpose foreign key (purpose) references demo_faucet_limits not valid;
alter table demo_faucet_days alter purpose drop default;
create unique index demo_faucet_days_once on demo_faucet_days (account_id, coin, day, purpose) where purpose <> 'older';

create function is_production() returns boolean language sql stable set search_path = public, pg_temp
  as $$ select exists (select from deployment where mode <> 'demo') $$;

-- Whether two operators approved it, to the unit, or it is a fund of a demo.
create function capital_is_ordered(moved ledger_moves) returns boolean language sql stable set search_path = public, pg_temp as $$
  select moved.account_id = '00000000-0000-0000-0000-000000000000' and moved.cover_amount is null and (exists (
      select from act_proposals as act, json_to_record(act.body::json) as body(coin text, amount text, bucket text, book text)
      where act.proposal_id = moved.object_id and act.state in ('approved', 'done')
        and body.coin = moved.coin and coalesce(body.book, 'real') = moved.book::text
        and case when body.amount ~ '^[0-9]+([.][0-9]+)?$' then body.amount::numeric = moved.amount end
        and (act.kind, 'capital', coalesce(body.bucket, 'bankroll')) in (
          ('house-money-in', moved.from_bucket::text, moved.to_bucket::text), ('house-money-out', moved.to_bucket::text, moved.from_bucket::text)))
    or not is_production() and exists (
      select from demo_funds as fund where fund.fund_id = moved.object_id and fund.coin = moved.coin and fund.amount = moved.amount
        and fund.book = moved.book and moved.from_bucket = 'capital' and moved.to_bucket = fund.bucket))
$$;

-- Whether the faucet noted it, within its limit, with all else that it gave on that day.
create function test_money_is_ordered(moved ledger_moves) returns boolean language sql stable set search_path = public, pg_temp as $$
  select not is_production() and exists (
    select from demo_faucet_days as given cross join lateral (
      select sum(amount) as moved from ledger_moves as each
      where each.account_id = given.account_id and each.object_id = given.day_id and each.kind = 'test-money') as sums
    where given.account_id = moved.account_id and given.day_id = moved.object_id and given.coin = moved.coin
      and given.given <= (select max(amount) from demo_faucet_limits where given.purpose in (purpose, 'older'))
      and case given.purpose when 'older' then sums.moved <= given.given else sums.moved = given.given end)
$$;

create function capital_or_test_money_is_ordered() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not (case new.kind when 'test-money' then test_money_is_ordered(new) else capital_is_ordered(new) end) then
    raise exception 'nothing orders the movement %', new.kind using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_moves_of_owner after insert on ledger_moves deferrable initially deferred
  for each row when (new.kind in ('capital-paid-in', 'capital-paid-out')) execute function capital_or_test_money_is_ordered();
create constraint trigger ledger_moves_of_faucet after insert on ledger_moves deferrable initially deferred
  for each row when (new.kind = 'test-money') execute function capital_or_test_money_is_ordered();
create unique index ledger_moves_capital on ledger_moves (kind, object_id) where kind in ('capital-paid-in', 'capital-paid-out');

-- Moves of before named no act. The audit asks for one from the number behind this, and for the moves of acts that were decided since.
create table capital_orders_since (
  is_only boolean primary key default true check (is_only),
  sequence bigint not null,
  at timestamptz not null
);
insert into capital_orders_since (sequence, at)
  select case when is_called then last_value else 0 end, clock_timestamp() from ledger_moves_sequence_seq;
create trigger capital_orders_since_keep before insert or update or delete or truncate on capital_orders_since
  for each statement execute function append_only();
grant select on capital_orders_since to candor_app;
