-- What customers are told: each thing once, as it was when it happened, with its ways to them and what became of each.

-- Up to where somebody has read the outbox who must not miss anything: what is behind it is kept.
create table outbox_places (
  reader text primary key,
  transaction xid8 not null,
  id uuid not null
);
insert into outbox_places values
  ('notices', pg_snapshot_xmin(pg_current_snapshot()), '00000000-0000-0000-0000-000000000000');

create table notifications (
  account_id uuid not null references accounts (account_id),
  notification_id uuid not null,
  kind text not null,
  -- Which of its texts.
  says text not null,
  -- What it is about.
  subject_id uuid not null,
  facts jsonb not null,
  path text not null check (path ~ '^/'),
  at timestamptz not null,
  is_read boolean not null default false,
  primary key (account_id, notification_id),
  -- Nothing is told twice, however often it is read.
  unique (account_id, says, subject_id)
);
create index notifications_unread on notifications (account_id) where not is_read;
create index notifications_age on notifications (at);

create table notification_deliveries (
  account_id uuid not null,
  notification_id uuid not null,
  channel text not null check (channel in ('mail', 'push')),
  -- Of the browser; '' for mail.
  endpoint text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'dropped')),
  tries smallint not null default 0,
  -- Null once it is done with.
  due_at timestamptz,
  done_at timestamptz,
  reason text not null default '',
  primary key (account_id, notification_id, channel, endpoint),
  foreign key (account_id, notification_id) references notifications on delete cascade,
  check ((channel = 'mail') = (endpoint = '')),
  check ((state = 'waiting') = (due_at is not null)),
  check ((state = 'waiting') = (done_at is null))
);
create index notification_deliveries_due on notification_deliveries (due_at) where due_at is not null;
create index notification_deliveries_done on notification_deliveries (done_at desc) where done_at is not null;

-- Where a customer wants it otherwise than it is for everybody.
create table notification_switches (
  account_id uuid not null references accounts (account_id),
  kind text not null,
  channel text not null check (channel in ('mail', 'push')),
  is_on boolean not null,
  primary key (account_id, kind, channel)
);

-- Minutes of a day on the customer's clock; from is later than to where it goes over midnight.
create table notification_quiet_hours (
  account_id uuid primary key references accounts (account_id),
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 0 and 1439),
  time_zone text not null,
  check (from_minute <> to_minute)
);

-- What could not be put into words: it is tried again, and stays to be looked at.
create table unwritten_notices (
  event text not null,
  account_id uuid not null,
  object_id uuid not null,
  tries smallint not null default 0,
  due_at timestamptz,
  reason text not null,
  primary key (event, account_id, object_id)
);
create index unwritten_notices_due on unwritten_notices (due_at) where due_at is not null;

grant select, update on outbox_places to candor_app;
grant select, insert, update, delete on notifications, notification_deliveries, notification_switches,
  notification_quiet_hours, unwritten_notices to candor_app;
