-- The entry of an option follows from the order and the archive, so it is written when the order ends, together with the rest. That
-- takes the order out of an index and thus finds no use for room next to its row.

alter table option_orders reset (fillfactor);
