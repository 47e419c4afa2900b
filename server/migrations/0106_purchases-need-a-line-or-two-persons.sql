-- One operator alone decides that money came from a bank only with an unused line of a statement that somebody else imported. Without such a
-- line it is an act of two. The rules are checked at commit, because an order and its line are written one after the other.

-- A line starts unused. It is imported by an operator who signed in today and may import. The time is the database's own.
create function bank_transfers_begin() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if num_nonnulls(new.use, new.purchase_id, new.used_at) > 0 or new.version <> 0
     or not operator_has_role(new.imported_by, '{treasurer,risk}')
     or not exists (select from operator_sessions where operator_id = new.imported_by
       and created_at > clock_timestamp() - interval '12 hours') then
    raise exception 'a line of a statement starts unused, imported by an operator who may' using errcode = 'insufficient_privilege';
  end if;
  new.imported_at := clock_timestamp();
  return new;
end $$;
create trigger bank_transfers_begin before insert on bank_transfers for each row execute function bank_transfers_begin();

-- A line that confirmed something belongs to the decided order that says so; a line that was sent back belongs to none.
create function bank_transfers_prove() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.use = 'confirmed' and not exists (select from purchases where purchase_id = new.purchase_id
       and state in ('completed', 'rejected') and currency = new.currency and received = new.amount)
     or new.use = 'returned' and new.purchase_id is not null then
    raise exception 'a line of a statement is used for a decided order of its currency and amount' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger bank_transfers_prove after update on bank_transfers deferrable initially deferred
  for each row when (old.use is distinct from new.use) execute function bank_transfers_prove();

-- Whether the text of a line holds the reference of another order.
create function transfer_names_another(p_text text, p_purchase uuid) returns boolean language sql stable
  set search_path = public, pg_temp as $$
    select exists (select from (select upper(regexp_replace(p_text, '[^A-Za-z0-9]', '', 'g')) as plain) as line
      cross join generate_series(1, length(plain) - 15) as place
      join purchases on reference = substr(plain, place, 16) where purchase_id <> p_purchase)
  $$;

create function purchases_prove() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.state = 'completed' and new.received <= 0 then
    raise exception 'an order is completed by money' using errcode = 'insufficient_privilege';
  elsif new.proposal_id is not null then
    -- The two persons decided on exactly this.
    if not exists (select from act_proposals where proposal_id = new.proposal_id
         and (body::jsonb ->> 'received')::numeric = new.received and coalesce(body::jsonb ->> 'reason', '') = coalesce(new.reason, '')) then
      raise exception 'the two persons decided something else' using errcode = 'insufficient_privilege';
    end if;
  elsif new.received > 0 and not exists (select from bank_transfers as line where line.purchase_id = new.purchase_id
       and line.use = 'confirmed' and line.imported_by <> new.decided_by and line.currency = new.currency
       and line.amount = new.received and not transfer_names_another(line.text, new.purchase_id)) then
    raise exception 'one operator needs a line of a statement that somebody else imported' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger purchases_prove after update on purchases deferrable initially deferred
  for each row when (old.state <> new.state and new.state in ('completed', 'rejected')) execute function purchases_prove();

-- An order starts when it is made; it is never inserted with an end.
create function purchases_start() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.state <> 'waiting-payment' or num_nonnulls(new.paid_at, new.received, new.credited, new.refund, new.refunded_at, new.reason,
       new.decided_by, new.proposal_id, new.ended_at) > 0 then
    raise exception 'an order starts with waiting for its money' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger purchases_start before insert on purchases for each row execute function purchases_start();

revoke insert, update on bank_transfers from candor_app;
grant insert (transfer_id, currency, amount, booked_on, payer, text, imported_by),
  update (use, purchase_id, used_at, version) on bank_transfers to candor_app;
