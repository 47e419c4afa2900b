-- The public log names the end of the audit log, so that even a superuser can not cut that end off unseen.

create table audit_heads (
  -- Of the entry of the audit log that was the newest, and of the entry of the public log that says so.
  entry bigint primary key references audit_log,
  hash bytea not null check (length(hash) = 32),
  seq bigint not null unique references public_log
);
create trigger audit_heads_keep before update or delete or truncate on audit_heads
  for each statement execute function append_only();

-- Whether there was anything new to say.
create function public_log_take_audit_head() returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  head audit_log;
begin
  perform pg_advisory_xact_lock(1667329637);
  select * into head from audit_log order by seq desc limit 1;
  if not found or head.seq <= (select coalesce(max(entry), 0) from audit_heads) then return false; end if;
  insert into audit_heads values (head.seq, head.hash, public_log_append('audit-head',
    jsonb_build_object('entries', head.seq, 'hash', encode(head.hash, 'hex'))));
  return true;
end $$;

grant select on audit_heads to candor_app;
