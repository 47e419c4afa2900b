-- What the console shows of the business over time and of what runs it.

-- What stands against promises, sampled: the bankroll and what is set aside of it. A bucket without money has no row.
create table house_samples (
  at timestamptz not null,
  bucket text not null,
  coin text not null,
  book ledger_book not null,
  balance numeric(38, 18) not null,
  primary key (at, bucket, coin, book)
);

-- Each process says that it lives; one that ends in order takes its row along.
create table processes (
  process_id uuid primary key,
  role text not null check (role in ('web', 'engine')),
  host text not null check (length(host) <= 255),
  pid int not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp(),
  -- Thousandths of the time since it was seen before in which it worked, and what it holds.
  busy_permille int not null check (busy_permille between 0 and 1000),
  memory_mb int not null check (memory_mb >= 0)
);

-- Every invariant over the whole database: each hour by itself, and when an operator asks for it.
create table book_checks (
  check_id bigint generated always as identity primary key,
  begun_at timestamptz not null default clock_timestamp(),
  -- Null while it is under way, or for ever where its process ended meanwhile.
  ended_at timestamptz,
  -- The operator who asked for it.
  asked_by text check (length(asked_by) <= 200),
  invariants int check (invariants >= 0),
  -- The names of those that are broken.
  broken json,
  constraint book_checks_whole check ((ended_at is null) = (invariants is null) and (ended_at is null) = (broken is null))
);
create index book_checks_newest on book_checks (ended_at desc) where ended_at is not null;

create function book_checks_keep() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or old.ended_at is not null or (new.check_id, new.begun_at) is distinct from (old.check_id, old.begun_at)
     or new.asked_by is distinct from old.asked_by then
    raise exception 'what a check found is kept' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger book_checks_guard before update or delete on book_checks for each row execute function book_checks_keep();
create trigger book_checks_keep_all before truncate on book_checks for each statement execute function append_only();

-- What operators list as open.
create index pledges_running on pledges (started_at) where ended_at is null;

grant select, insert, delete on house_samples to candor_app;
grant select, insert, update, delete on processes to candor_app;
grant select, insert, update on book_checks to candor_app;
