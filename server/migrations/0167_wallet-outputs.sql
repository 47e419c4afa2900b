-- Outputs of wallets that pay on networks without accounts (Bitcoin): what they received, and which transaction spent it. Both are told by the
-- blocks that are followed, in the transaction that takes a block, and are taken back with a block that was replaced.

-- Addresses whose outputs are kept: one that owners fund (branch 0), and one of each payment for its change (branch 1).
create table wallet_addresses (
  network text not null,
  wallet text not null,
  branch int not null check (branch in (0, 1)),
  address_index int not null check (address_index between 0 and 999999),
  address text not null,
  primary key (network, wallet, branch, address_index),
  unique (network, address)
);
grant select, insert on wallet_addresses to candor_app;
create trigger wallet_addresses_keep before update or delete or truncate on wallet_addresses
  for each statement execute function append_only();

create table wallet_outputs (
  network text not null references chain_cursors (network),
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  ordinal bigint not null check (ordinal between 0 and 4294967295),
  wallet text not null,
  branch int not null,
  address_index int not null,
  units text not null check (units ~ '^(0|[1-9][0-9]{0,77})$'),
  height bigint not null,
  -- The transaction that spent it, and the height of its block.
  spent_by text check (spent_by ~ '^[0-9a-f]{64}$'),
  spent_height bigint check (spent_height >= height),
  primary key (network, txid, ordinal),
  foreign key (network, wallet, branch, address_index) references wallet_addresses,
  check ((spent_by is null) = (spent_height is null))
) with (fillfactor = 80);
create index wallet_outputs_unspent on wallet_outputs (network, wallet) where spent_by is null;
create index wallet_outputs_by_height on wallet_outputs (network, height);
create index wallet_outputs_by_spending on wallet_outputs (network, spent_by) where spent_by is not null;
create index wallet_outputs_by_spent_height on wallet_outputs (network, spent_height) where spent_by is not null;
grant select, insert, delete, update (spent_by, spent_height) on wallet_outputs to candor_app;
