-- Banks tell of one payment in several files, each in words of its own. A line that is like one of another file proves nothing until an operator
-- says whether it is another payment.
alter table bank_transfers
  -- The form of the file, and a number made of its digest. Null for lines that were imported before this migration.
  add form text check (form in ('camt', 'csv')),
  add file uuid,
  -- What the bank calls the line; '' where it does not.
  add bank_reference text not null default '' check (length(bank_reference) <= 200),
  -- The line that it seems to repeat.
  add double_of uuid references bank_transfers,
  -- asked: nobody has said yet. another: it is another payment. same: it is the same payment, and this line is never used.
  add doubt text check (doubt in ('asked', 'another', 'same')),
  add doubt_by uuid references operators,
  add doubt_at timestamptz,
  add check ((double_of is null) = (doubt is null)),
  add check (num_nonnulls(doubt_by, doubt_at) = case when doubt in ('another', 'same') then 2 else 0 end),
  add check (use is null or doubt is null or doubt = 'another');
create index bank_transfers_file on bank_transfers (file) where file is not null;
create index bank_transfers_asked on bank_transfers (booked_on, transfer_id) where doubt = 'asked';

create function bank_transfers_doubt() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.doubt <> 'asked' or new.double_of is not null and not exists (select from bank_transfers
         where transfer_id = new.double_of and currency = new.currency and amount = new.amount) then
      raise exception 'a line is asked about before it is said to be another' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.form, old.file, old.bank_reference, old.double_of) is distinct from (new.form, new.file, new.bank_reference, new.double_of) then
    raise exception 'a line of a statement keeps the file that it came from' using errcode = 'insufficient_privilege';
  end if;
  if (old.doubt, old.doubt_by, old.doubt_at) is distinct from (new.doubt, new.doubt_by, new.doubt_at) then
    if old.doubt is distinct from 'asked' or new.doubt not in ('another', 'same') or new.use is not null
       or not operator_has_role(new.doubt_by, '{treasurer}')
       or not exists (select from operator_sessions where operator_id = new.doubt_by
         and created_at > clock_timestamp() - interval '12 hours') then
      raise exception 'a treasurer says once whether a line is another payment' using errcode = 'insufficient_privilege';
    end if;
    new.doubt_at := clock_timestamp();
  end if;
  if old.use is distinct from new.use and new.doubt in ('asked', 'same') then
    raise exception 'a line that may be a double proves nothing' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger bank_transfers_doubt before insert or update on bank_transfers for each row execute function bank_transfers_doubt();

grant insert (form, file, bank_reference, double_of, doubt), update (doubt, doubt_by, doubt_at) on bank_transfers to candor_app;
