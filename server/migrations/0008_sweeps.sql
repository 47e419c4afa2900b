-- For the sweep: limit orders that a price should have filled, and closes that should have had their tick.
create index contract_orders_limit on contract_orders (coin, side, trade_price)
  where state = 'waiting' and order_type = 'limit';
create index contract_orders_closing on contract_orders (close_received_at)
  where state = 'open' and close_sheets is not null;
