-- Price alerts: what waits, what it told, and what of that is still on its way to mail and browsers.

-- One row an account, made with its first alert; locked while alerts are counted.
create table alert_settings (
  account_id uuid primary key references accounts (account_id),
  wants_mail boolean not null default false,
  -- How many mails were sent on a day (UTC); past a number the rest of that day is told in the app alone.
  mail_day date not null default '1970-01-01',
  mails_of_day int not null default 0
);

create table price_alerts (
  account_id uuid not null references accounts (account_id),
  alert_id uuid not null,
  coin text not null,
  kind text not null check (kind in ('above', 'below', 'change')),
  -- A price, or a share for a change: 0.05 is 5 percent.
  target numeric(38, 18) not null check (target > 0),
  -- What the request was, so that its repetition is known.
  request_key uuid not null,
  request_digest bytea not null,
  created_at timestamptz not null,
  -- How often it was set; it fires once each time.
  arming int not null check (arming > 0),
  armed_at timestamptz not null,
  -- Ticks after this one count.
  armed_sequence bigint not null,
  fired_sequence bigint,
  fired_price numeric(38, 18),
  fired_change numeric(38, 18),
  fired_at timestamptz,
  primary key (account_id, alert_id),
  unique (account_id, request_key),
  check ((fired_at is null) = (fired_sequence is null)),
  check ((fired_at is null) = (fired_price is null)),
  check (fired_change is null or (kind = 'change' and fired_at is not null))
);
create index price_alerts_waiting on price_alerts (armed_at) where fired_at is null;

-- Up to which tick of a coin all alerts were looked at; what fired by it is stored.
create table alert_progress (
  coin text primary key,
  sequence bigint not null
);

create table alert_messages (
  account_id uuid not null references accounts (account_id),
  message_id uuid not null,
  alert_id uuid not null,
  arming int not null,
  coin text not null,
  kind text not null,
  target numeric(38, 18) not null,
  price numeric(38, 18) not null,
  change numeric(38, 18),
  at timestamptz not null,
  is_read boolean not null default false,
  primary key (account_id, message_id),
  -- No alert tells twice.
  unique (account_id, alert_id, arming)
);
create index alert_messages_unread on alert_messages (account_id) where not is_read;
create index alert_messages_age on alert_messages (at);

-- A browser that gets pushed messages, for as long as the session lives that asked for it.
create table push_devices (
  endpoint text primary key,
  account_id uuid not null references accounts (account_id),
  session_id uuid not null references sessions (session_id) on delete cascade,
  p256dh text not null,
  auth text not null,
  language text not null,
  added_at timestamptz not null
);
create index push_devices_account on push_devices (account_id, added_at);
create index push_devices_session on push_devices (session_id);

-- What is still to be handed over; a row goes when it was, or when there is no more use in trying.
create table alert_deliveries (
  account_id uuid not null,
  message_id uuid not null,
  channel text not null check (channel in ('mail', 'push')),
  -- Of the browser; '' for mail.
  endpoint text not null,
  tries smallint not null default 0,
  due_at timestamptz not null,
  primary key (account_id, message_id, channel, endpoint),
  foreign key (account_id, message_id) references alert_messages (account_id, message_id) on delete cascade,
  check ((channel = 'mail') = (endpoint = ''))
);
create index alert_deliveries_due on alert_deliveries (due_at);

grant select, insert, update on alert_settings, alert_progress to candor_app;
grant select, insert, update, delete on price_alerts, alert_messages, push_devices, alert_deliveries to candor_app;
