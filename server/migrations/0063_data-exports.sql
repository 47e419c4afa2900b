-- Copies of all that is held about a customer, as the customer asked for them: made in the background, sealed, and gone after some days.

create table data_exports (
  export_id uuid primary key,
  account_id uuid not null references accounts,
  requested_at timestamptz not null,
  -- When a process last began to make it; another one begins anew where nothing came of it.
  begun_at timestamptz,
  ready_at timestamptz,
  bytes bigint check (bytes > 0),
  parts int check (parts > 0),
  delete_after timestamptz,
  check (num_nulls(ready_at, bytes, parts, delete_after) in (0, 4))
);
create index data_exports_account on data_exports (account_id, requested_at);
-- One at a time.
create unique index data_exports_waiting on data_exports (account_id) where ready_at is null;
create index data_exports_due on data_exports (requested_at) where ready_at is null;
create index data_exports_old on data_exports (delete_after) where ready_at is not null;

create table data_export_parts (
  export_id uuid not null references data_exports on delete cascade,
  place int not null check (place >= 0),
  -- Which key file it was sealed with.
  key_id text not null,
  sealed bytea not null,
  primary key (export_id, place)
);

grant select, insert, update, delete on data_exports to candor_app;
grant select, insert, delete on data_export_parts to candor_app;
