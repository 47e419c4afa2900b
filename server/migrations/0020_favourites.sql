-- The coins that an account starred, as one list that is replaced as a whole.

create table favourites (
  account_id uuid primary key,
  coins text[] not null check (cardinality(coins) <= 100)
);
