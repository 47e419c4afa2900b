-- Receipts that their owners show to everybody who knows the address. A row is the permission: without it the address leads nowhere.

create table shared_receipts (
  account_id uuid not null,
  kind text not null,
  order_id text not null,
  -- 128 random bits in base64url: nobody comes upon it by trying.
  token text not null unique check (token ~ '^[A-Za-z0-9_-]{22}$'),
  shared_at timestamptz not null,
  primary key (account_id, kind, order_id)
);

grant select, insert, delete on shared_receipts to candor_app;
