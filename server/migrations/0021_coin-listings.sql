-- What a public listing last said about each coin.

create table coin_listings (
  coin text primary key,
  rank int check (rank > 0),
  circulating numeric(38, 18) check (circulating >= 0),
  total numeric(38, 18) check (total >= 0),
  max numeric(38, 18) check (max >= 0),
  as_of timestamptz not null
);
