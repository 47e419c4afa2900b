-- For the sweep: limit orders that a price should have filled, and closes that should have had their tick.
create index contract_orders_limit on contract_orders (coin, side, trade_price)
  where state = 'waiting' and order_type = 'limit';
create index contract_orders_closing on contract_orders (close_received_at)
  where state = 'open' and close_sheets is not null;

-- Finds what is live among all that ended; by coin, because each new order then goes to the end of one of a few lists, where the
-- order's own key would go anywhere.
drop index contract_orders_live;
create index contract_orders_live on contract_orders (coin) where state <> 'ended';
