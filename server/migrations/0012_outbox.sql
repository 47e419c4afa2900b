-- What commits tell: one row of each transaction that has something to tell, written in it. Events that are told at once may be lost
-- with a process or a connection; whoever follows this table finds out which, at least once each.

create table outbox (
  -- Numbers of a sequence are committed out of their order. These are too, but no transaction below pg_snapshot_xmin can follow.
  transaction xid8 not null default pg_current_xact_id(),
  id uuid not null,
  at timestamptz not null default clock_timestamp(),
  -- Event, account and object of each thing that happened.
  events text[] not null,
  account_ids uuid[] not null,
  object_ids uuid[] not null,
  primary key (transaction, id),
  check (cardinality(events) > 0 and cardinality(account_ids) = cardinality(events)
    and cardinality(object_ids) = cardinality(events))
);
alter table outbox alter events set storage external, alter account_ids set storage external,
  alter object_ids set storage external;

-- What all who follow were told of is deleted.
grant select, insert, delete on outbox to candor_app;
