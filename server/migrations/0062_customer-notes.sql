-- What operators write down about a customer, for each other and for ever.

create table customer_notes (
  note_id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  operator text not null check (length(operator) <= 200),
  at timestamptz not null default clock_timestamp(),
  text text not null check (length(text) between 1 and 2000)
);
create index customer_notes_account on customer_notes (account_id, note_id desc);
create trigger customer_notes_keep before update or delete or truncate on customer_notes
  for each statement execute function append_only();
grant select, insert on customer_notes to candor_app;
