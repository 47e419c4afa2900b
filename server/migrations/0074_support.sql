-- What customers ask of people, and what these answer.

create table support_tickets (
  ticket_id uuid primary key,
  account_id uuid not null references accounts (account_id),
  subject text not null check (length(subject) between 1 and 120),
  -- The wire's id of the order or the line of the bills that it is about; '' for none.
  about text not null default '' check (length(about) <= 40),
  -- In which the customer asked.
  language text not null,
  -- Who has the word: open, one of us; answered, the customer.
  state text not null default 'open' check (state in ('open', 'answered', 'closed')),
  created_at timestamptz not null,
  -- Of its newest message, or its end.
  changed_at timestamptz not null,
  first_answer_at timestamptz,
  closed_at timestamptz,
  claimed_by uuid references operators (operator_id),
  claimed_until timestamptz,
  rating smallint check (rating between 1 and 5),
  check ((state = 'closed') = (closed_at is not null)),
  check (state <> 'answered' or first_answer_at is not null),
  check (rating is null or (state = 'closed' and first_answer_at is not null)),
  check ((claimed_by is null) = (claimed_until is null))
);
create index support_tickets_own on support_tickets (account_id, ticket_id desc);
create index support_tickets_waiting on support_tickets (changed_at) where state = 'open';

create table support_messages (
  ticket_id uuid not null references support_tickets (ticket_id),
  message_id uuid not null,
  -- Of the ticket's customer, whoever wrote it.
  account_id uuid not null references accounts (account_id),
  -- Null for the customer's own.
  operator_id uuid references operators (operator_id),
  request_key uuid not null,
  request_digest bytea not null,
  body text not null check (length(body) between 1 and 3000),
  pictures uuid[] not null default '{}' check (cardinality(pictures) <= 3),
  at timestamptz not null,
  primary key (ticket_id, message_id),
  unique (message_id)
);
create unique index support_messages_asked on support_messages (account_id, request_key) where operator_id is null;
create unique index support_messages_answered on support_messages (operator_id, request_key) where operator_id is not null;
create index support_messages_lately on support_messages (account_id, at) where operator_id is null;

-- What was written stays as it was, until what is kept of a closed account is forgotten.
create function support_messages_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (select from closed_accounts where account_id = old.account_id and keep_until < now()) then
    return old;
  end if;
  raise exception 'a message to support stays as it was written' using errcode = 'insufficient_privilege';
end $$;
create trigger support_messages_guard before update or delete on support_messages
  for each row execute function support_messages_keep();
create trigger support_messages_whole before truncate on support_messages
  for each statement execute function append_only();

-- Who has left is not answered any more.
create function support_end_with_account() returns trigger language plpgsql as $$
begin
  update support_tickets set state = 'closed', closed_at = new.closed_at, changed_at = new.closed_at
    where account_id = new.account_id and state <> 'closed';
  return new;
end $$;
create trigger support_tickets_end after insert on closed_accounts
  for each row execute function support_end_with_account();

create function support_forget_closed() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from support_messages m using closed_accounts c where c.account_id = m.account_id and c.keep_until < now();
  delete from support_tickets t using closed_accounts c where c.account_id = t.account_id and c.keep_until < now();
end $$;

grant select, insert, update on support_tickets to candor_app;
grant select, insert on support_messages to candor_app;
