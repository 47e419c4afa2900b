-- Deliveries of each channel are claimed on their own, and a host that answers slowly is passed over while it has no free turn.

alter table notification_deliveries
  -- Of the push service, or of the address once a mail had to wait for its host; '' as long as it is not known.
  add column host text not null default '',
  -- From when on nothing but the way kept it: the age of a delivery that waits. Later than the notice where quiet hours held it back.
  add column ready_at timestamptz not null default now(),
  -- Codes that came with the reason, never the words of another server.
  add column detail text not null default '';
update notification_deliveries set host = split_part(endpoint, '/', 3) where channel = 'push' and state = 'waiting';
update notification_deliveries set ready_at = due_at where state = 'waiting' and reason = 'quiet hours' and due_at > now();
drop index notification_deliveries_due;
create index notification_deliveries_due on notification_deliveries (channel, due_at) where due_at is not null;
-- For the alarms, and for whoever tries again what was given up.
create index notification_deliveries_waiting on notification_deliveries (channel, ready_at) where state = 'waiting';
create index notification_deliveries_failed on notification_deliveries (channel, done_at) where state = 'failed';

alter table alert_deliveries add column host text not null default '';
update alert_deliveries set host = split_part(endpoint, '/', 3) where channel = 'push';
drop index alert_deliveries_due;
create index alert_deliveries_due on alert_deliveries (channel, due_at);
