-- What a public listing says of the coins, and which of them customers starred.

-- What the listing last said about each coin.
create table coin_listings (
  coin text primary key,
  rank int check (rank > 0),
  circulating numeric(38, 18) check (circulating >= 0),
  total numeric(38, 18) check (total >= 0),
  max numeric(38, 18) check (max >= 0),
  as_of timestamptz not null
);

-- The coins that an account starred, as one list that is replaced as a whole.
create table favourites (
  account_id uuid primary key,
  coins text[] not null check (cardinality(coins) <= 100)
);

grant select, insert, update on coin_listings, favourites to candor_app;
