-- Demo mode only: how much test money an account took on a day (UTC).

create table demo_faucet_days (
  account_id uuid not null,
  -- Made from account, coin and day, so that the row can be named before it exists.
  day_id uuid not null,
  coin text not null,
  day date not null,
  given numeric(38, 18) not null check (given > 0),
  primary key (account_id, day_id)
);
