-- A bank takes a payment back: its line says on which day and in which words. A line whose money went back proves nothing.
alter table bank_transfers
  -- As the payer's bank named the payment; '' where no file said it.
  add end_to_end text not null default '' check (length(end_to_end) <= 200),
  add reversed_on date,
  add reversal_text text check (length(reversal_text) <= 500),
  -- Made of what the file says of it, so that one reversal takes one line back.
  add reversal_id uuid unique,
  add reversed_by uuid references operators,
  add reversed_at timestamptz,
  add check (num_nonnulls(reversed_on, reversal_text, reversal_id, reversed_by, reversed_at) in (0, 5));
create index bank_transfers_sum on bank_transfers (currency, amount, booked_on);
create index bank_transfers_reversed on bank_transfers (reversed_at) where reversed_at is not null;

-- As before; that its money went back is noted of a used line, too.
create or replace function bank_transfers_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.use is not null and (old.use, old.purchase_id, old.used_at) is distinct from (new.use, new.purchase_id, new.used_at)
     or (old.transfer_id, old.currency, old.amount, old.booked_on, old.payer, old.text, old.imported_at, old.imported_by, old.end_to_end)
     is distinct from (new.transfer_id, new.currency, new.amount, new.booked_on, new.payer, new.text, new.imported_at, new.imported_by, new.end_to_end)
     or old.use is not null and (old.returned_by, old.return_proposal) is distinct from (new.returned_by, new.return_proposal) then
    raise exception 'a line of a statement stays what it is, and is used once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

create function bank_transfers_reverse() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.reversed_on is not null then
      raise exception 'money comes before it goes back' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.reversed_on, old.reversal_text, old.reversal_id, old.reversed_by)
     is distinct from (new.reversed_on, new.reversal_text, new.reversal_id, new.reversed_by) then
    if old.reversed_on is not null or new.reversed_on < new.booked_on or new.use is distinct from old.use
       or not operator_has_role(new.reversed_by, '{treasurer,risk}')
       or not exists (select from operator_sessions where operator_id = new.reversed_by
         and created_at > clock_timestamp() - interval '12 hours') then
      raise exception 'money goes back once, as a statement says that an operator imported' using errcode = 'insufficient_privilege';
    end if;
    new.reversed_at := clock_timestamp();
  end if;
  if old.use is distinct from new.use and new.reversed_on is not null then
    raise exception 'a line whose money went back proves nothing' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger bank_transfers_reverse before insert or update on bank_transfers for each row execute function bank_transfers_reverse();

grant insert (end_to_end), update (reversed_on, reversal_text, reversal_id, reversed_by, reversed_at) on bank_transfers to candor_app;
