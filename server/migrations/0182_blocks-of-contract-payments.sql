-- The block in which a payment by a contract arrived, as far as a node still has the states between the two comparisons. It helps people to find the
-- transaction, and proves nothing.
alter table contract_payments
  add arrived_in bigint check (arrived_in > coalesce(after_height, 0) and arrived_in <= height),
  -- The newest search. Without a block it is repeated each day.
  add searched_at timestamptz,
  add check (arrived_in is null or searched_at is not null);
grant update (arrived_in, searched_at) on contract_payments to candor_app;
