-- Money that bought coins went back: the matter is open until an operator who did not decide the order says what became of it.
alter table bank_transfers
  add closed_by uuid references operators,
  add closed_at timestamptz,
  add closed_note text check (length(closed_note) between 1 and 500),
  add check (num_nonnulls(closed_by, closed_at, closed_note) in (0, 3)),
  add check (closed_at is null or (use = 'confirmed' and reversed_on is not null));
create index bank_transfers_taken_back on bank_transfers (reversed_at)
  where use = 'confirmed' and reversed_on is not null and closed_at is null;

create function bank_transfers_close() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.closed_at is not null then
      raise exception 'nothing is closed before it is open' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.closed_by, old.closed_at, old.closed_note) is distinct from (new.closed_by, new.closed_at, new.closed_note) then
    if old.closed_at is not null or old.reversed_on is null or old.use is distinct from 'confirmed'
       or not operator_has_role(new.closed_by, '{treasurer,risk}')
       or not exists (select from operator_sessions where operator_id = new.closed_by
         and created_at > clock_timestamp() - interval '12 hours')
       or exists (select from purchases left join act_proposals using (proposal_id) where purchase_id = new.purchase_id
         and new.closed_by in (decided_by, maker, checker)) then
      raise exception 'somebody who did not decide the order closes the matter, once' using errcode = 'insufficient_privilege';
    end if;
    new.closed_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger bank_transfers_close before insert or update on bank_transfers for each row execute function bank_transfers_close();

grant update (closed_by, closed_at, closed_note) on bank_transfers to candor_app;
