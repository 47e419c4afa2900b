-- Which engine decides. Its lease is good until an instant of this database's clock and is renewed long before; whoever takes it over
-- raises the epoch, and nothing that bears an older epoch can be committed any more.

create table engine_lease (
  is_only boolean primary key default true check (is_only),
  epoch bigint not null,
  -- The process; null when it gave the lease up.
  holder uuid,
  until timestamptz not null,
  -- No tick may be given a time up to this one any more: an order may have been settled by there being none.
  final_ms bigint not null,
  -- Nothing later may the holder call final before it has renewed the lease, which raises this.
  reach_ms bigint not null
);
insert into engine_lease (epoch, until, final_ms, reach_ms) values (0, '-infinity', 0, 0);

create function engine_lease_forward() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.epoch < old.epoch or new.final_ms < old.final_ms or new.reach_ms < new.final_ms then
    raise exception 'the lease of the engine never goes back';
  end if;
  return new;
end $$;
create trigger engine_lease_forward before insert or update or delete on engine_lease
  for each row execute function engine_lease_forward();

-- The first statement that an engine commits anything with. A take-over waits for the transaction that called it, and one that calls
-- it after a take-over is refused: the look at the row has a snapshot of its own, taken when the lock was there.
create function engine_fence(of_epoch bigint) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(1667329636);
  if not exists (select from engine_lease where epoch = of_epoch) then
    raise exception 'the engine of epoch % decides no more', of_epoch using errcode = 'CE001';
  end if;
end $$;

-- Gives a lease that has run out to another holder; returns nothing while it is somebody's. Connections of the old one, which may
-- hold locks in a process that stands still, are ended first.
create function engine_take_lease(new_holder uuid, good_for interval, new_reach_ms bigint)
  returns table (taken_epoch bigint, taken_final_ms bigint) language plpgsql volatile as $$
begin
  if not exists (select from engine_lease where until <= clock_timestamp()) then
    return;
  end if;
  perform pg_terminate_backend(a.pid)
    from engine_lease l join pg_stat_activity a on a.application_name = 'candor engine ' || l.holder
    where l.until <= clock_timestamp() and a.datname = current_database() and a.pid <> pg_backend_pid();
  perform pg_advisory_xact_lock(1667329636);
  return query
    update engine_lease
    set epoch = epoch + 1, holder = new_holder, until = clock_timestamp() + good_for, final_ms = reach_ms,
        reach_ms = greatest(reach_ms, new_reach_ms)
    where until <= clock_timestamp()
    returning epoch, final_ms;
end $$;

grant select, update on engine_lease to candor_app;
