-- What operators look up: an order by its id, without an index that each order would pay for, as ids follow the time.
create index option_orders_id on option_orders using brin (order_id) with (autosummarize = on, pages_per_range = 32);
create index contract_orders_id on contract_orders using brin (order_id) with (autosummarize = on, pages_per_range = 32);
create index accounts_created on accounts (created_at);
