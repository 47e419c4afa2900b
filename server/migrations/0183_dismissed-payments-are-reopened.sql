-- A payment by a contract that two operators dismissed is opened again by one operator with a reason, as when its customer asks again. That credits
-- nothing: two operators still name the transaction, or dismiss it anew.
alter table contract_payments
  add reopened_by uuid references operators,
  add reopened_at timestamptz,
  add reopen_reason text check (length(reopen_reason) between 1 and 500),
  add check (num_nonnulls(reopened_by, reopened_at, reopen_reason) in (0, 3));
create index contract_payments_dismissed on contract_payments (closed_at desc) where state = 'dismissed';
grant update (reopened_by, reopened_at, reopen_reason) on contract_payments to candor_app;

-- As before (migration 0161), with the way back from `dismissed`.
create or replace function contract_payments_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or new.reopened_by is not null or not exists (select from deposit_addresses a where a.address_id = new.address_id
       and (a.account_id, a.network) = (new.account_id, new.network)) then
      raise exception 'what a contract paid begins open, at an address of its account' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.payment_id, old.address_id, old.account_id, old.network, old.asset, old.height, old.after_height, old.found_at) is distinct from
     (new.payment_id, new.address_id, new.account_id, new.network, new.asset, new.height, new.after_height, new.found_at) then
    raise exception 'what was found stays as it is' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'dismissed' and new.state = 'open' then
    if new.units <> old.units or new.reopened_by is null or new.reopened_at is not distinct from old.reopened_at
       or not operator_has_role(new.reopened_by, '{treasurer,risk}')
       or operator_tie(new.reopened_by, new.account_id) is not null
       or not exists (select from operator_sessions where operator_id = new.reopened_by
         and stepped_up_at > clock_timestamp() - interval '5 minutes') then
      raise exception 'an operator who may opens a dismissed payment again' using errcode = 'insufficient_privilege';
    end if;
    new.reopened_at := clock_timestamp();
    return new;
  end if;
  if old.state <> 'open' then
    raise exception 'what a contract paid is closed once' using errcode = 'insufficient_privilege';
  end if;
  if (old.reopened_by, old.reopened_at, old.reopen_reason) is distinct from (new.reopened_by, new.reopened_at, new.reopen_reason) then
    raise exception 'who opened a payment again stays as it is' using errcode = 'insufficient_privilege';
  end if;
  if new.state = 'dismissed' and not exists (select from act_proposals p where p.proposal_id = new.dismissed_by
     and p.kind = 'dismiss-contract-payment' and p.state = 'approved' and p.facts::json ->> 'payment_uuid' = new.payment_id::text
     and p.facts::json ->> 'units' = new.units) then
    raise exception 'two operators dismiss what a contract paid' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
