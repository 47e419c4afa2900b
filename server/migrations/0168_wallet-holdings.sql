-- What paying wallets have, as their networks said it. The engine asks each minute while it pays, and operators see it with its time.
create table wallet_holdings (
  network text not null,
  asset text not null,
  wallet text not null,
  units text not null check (units ~ '^(0|[1-9][0-9]{0,77})$'),
  read_at timestamptz not null,
  primary key (network, asset)
) with (fillfactor = 70);
grant select, insert on wallet_holdings to candor_app;
grant update (wallet, units, read_at) on wallet_holdings to candor_app;
create trigger wallet_holdings_no_delete before delete or truncate on wallet_holdings
  for each statement execute function append_only();
