-- What an account has staked of each plan, and what income it is promised in all: counted as other promises of the house to an account are.
with open as (
  select account_id, 'staking' as product, 'USDT' as coin, income as amount from pledges where outcome is null and income > 0
  union all
  select account_id, 'staking-plan', product_id, amount from pledges where outcome is null
)
insert into account_promises (account_id, promise_id, product, coin, orders, held)
select account_id, account_promise_id(product, coin), product, coin, count(*), sum(amount) from open group by account_id, product, coin
union all
select account_id, account_promise_id(product, 'all'), product, 'all', count(*), 0 from open group by account_id, product;
