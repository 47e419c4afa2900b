-- An entry then changes no indexed column, so that the row finds its new version in its own page and no index is touched: the
-- sweep finds what is overdue by the terms of an order, which never change.

create index option_orders_running on option_orders (duration_ms, received_at) where result is null;
drop index option_orders_open;
-- Room for the entry and the ending next to the order.
alter table option_orders set (fillfactor = 60);
