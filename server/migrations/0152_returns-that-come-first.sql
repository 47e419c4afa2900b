-- Statements come as MT940 and as the other forms of CAMT, too.
alter table bank_transfers drop constraint bank_transfers_form_check;
alter table bank_transfers add constraint bank_transfers_form_check
  check (form in ('camt', 'camt-052', 'camt-054', 'mt940', 'csv'));

-- Returns of payments that no file has told of yet. A return marks its payment when that comes.
create table bank_returns (
  -- Made of what the file says of it, so that it is kept once.
  return_id uuid primary key,
  currency text not null,
  amount numeric(38, 18) not null check (amount > 0),
  booked_on date not null,
  payer text not null check (length(payer) <= 200),
  text text not null check (length(text) <= 500),
  bank_reference text not null check (length(bank_reference) <= 200),
  end_to_end text not null check (length(end_to_end) <= 200),
  imported_by uuid not null references operators,
  imported_at timestamptz not null default now(),
  -- The line that it took back, once it is known.
  transfer_id uuid references bank_transfers
);
create index bank_returns_waiting on bank_returns (currency, amount) where transfer_id is null;

create function bank_returns_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.transfer_id is not null or not operator_has_role(new.imported_by, '{treasurer,risk}')
       or not exists (select from operator_sessions where operator_id = new.imported_by
         and created_at > clock_timestamp() - interval '12 hours') then
      raise exception 'a return is kept as a statement says that an operator imported' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if old.transfer_id is not null or not exists (select from bank_transfers
       where transfer_id = new.transfer_id and currency = old.currency and amount = old.amount and reversed_on is not null) then
    raise exception 'a return takes one line back, of its amount' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger bank_returns_keep before insert or update on bank_returns for each row execute function bank_returns_keep();
create trigger bank_returns_no_delete before delete or truncate on bank_returns
  for each statement execute function append_only();

grant select, insert (return_id, currency, amount, booked_on, payer, text, bank_reference, end_to_end, imported_by),
  update (transfer_id) on bank_returns to candor_app;
