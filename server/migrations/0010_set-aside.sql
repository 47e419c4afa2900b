-- Commands of the engine that failed again and again for a reason of their own. None is submitted any more until somebody lets it be
-- tried again, and nothing else waits for it meanwhile.
create table set_aside_commands (
  set_aside_id bigint generated always as identity primary key,
  name text not null,
  account_id uuid not null,
  -- The row that it is about: an order, a payment.
  object_id uuid not null,
  -- What went wrong last, without anybody's address.
  error text not null check (length(error) <= 500),
  tries int not null check (tries > 0),
  at timestamptz not null default now(),
  -- It may be tried again since; should it fail again, that is a row of its own.
  retried_at timestamptz
);
create unique index set_aside_commands_once on set_aside_commands (name, object_id) where retried_at is null;

create function set_aside_keep() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or to_jsonb(new) - 'retried_at' <> to_jsonb(old) - 'retried_at' or old.retried_at is not null then
    raise exception 'what was set aside is kept' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger set_aside_keep before update or delete on set_aside_commands
  for each row execute function set_aside_keep();
create trigger set_aside_keep_all before truncate on set_aside_commands
  for each statement execute function append_only();

grant select, insert, update on set_aside_commands to candor_app;
