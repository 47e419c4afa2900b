-- What operators did, for ever: who, when, and what of it another had to approve.

create table audit_log (
  entry bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  person text not null check (person ~ '^[a-z][a-z0-9.-]{1,62}$'),
  -- The account of the operating system that said so.
  system_user_name text not null check (length(system_user_name) between 1 and 200),
  action text not null check (action in ('house-funding-proposed', 'house-funding-approved')),
  object_id uuid not null,
  facts jsonb not null,
  -- Each is proposed once and approved once.
  unique (object_id, action)
);
create trigger audit_log_keep before update or delete or truncate on audit_log
  for each statement execute function append_only();

-- Whoever writes here, with whatever program: nobody approves what he proposed himself, nor anything but what was proposed.
create function audit_log_two_persons() returns trigger language plpgsql as $$
declare
  proposal audit_log;
begin
  new.at := clock_timestamp();
  if new.action = 'house-funding-approved' then
    select * into proposal from audit_log where object_id = new.object_id and action = 'house-funding-proposed';
    if not found or proposal.facts <> new.facts then
      raise exception 'what is approved was not proposed' using errcode = 'check_violation';
    end if;
    if proposal.person = new.person then
      raise exception 'a second person approves' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger audit_log_guard before insert on audit_log for each row execute function audit_log_two_persons();

grant select, insert on audit_log to candor_app;
