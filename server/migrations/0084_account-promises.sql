-- What an account's open orders hold of what the house can still promise, in a row for each product and coin; the row of a product's
-- `all` counts its open orders. Their ids are made of product and coin, so that a row can be named before it exists.
create table account_promises (
  account_id uuid not null,
  promise_id uuid not null,
  product text not null,
  coin text not null,
  orders int not null check (orders >= 0),
  held numeric(38, 18) not null check (held >= 0),
  version bigint not null default 0,
  primary key (account_id, promise_id)
) with (fillfactor = 70);
grant select, insert, update on account_promises to candor_app;

create function account_promise_id(product text, coin text) returns uuid language sql immutable strict as $$
  select (substr(hex, 1, 12) || '8' || substr(hex, 14, 3) || 'a' || substr(hex, 18, 15))::uuid
  from (select encode(sha256(convert_to('promise ' || product || ' ' || coin, 'UTF8')), 'hex') as hex) as digest
$$;

with held as (
  select account_id, 'swap' as product, to_coin as coin, promised as amount from swap_orders where result is null and kind = 'limit'
  union all
  select account_id, 'purchase', coin, reserved from purchases where reserved > 0
)
insert into account_promises (account_id, promise_id, product, coin, orders, held)
select account_id, account_promise_id(product, coin), product, coin, count(*), sum(amount) from held group by account_id, product, coin
union all
select account_id, account_promise_id(product, 'all'), product, 'all', count(*), 0 from held group by account_id, product;
