-- Deposits without a customer's tag: two operators find out whose each of them is.
create index deposits_unmatched on deposits (seen_at, deposit_id) where state = 'unmatched';

-- A deposit has its account from the beginning, by the address and tag that it paid to. Otherwise two operators say whose it is.
create function deposits_assigned() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.account_id is not null and new.account_id is null then
    raise exception 'a deposit keeps its account' using errcode = 'insufficient_privilege';
  end if;
  if old.account_id is null and new.account_id is not null
     and not exists (select from act_proposals where kind = 'assign-deposit' and state = 'approved'
       and facts::json ->> 'deposit_uuid' = new.deposit_id::text and facts::json ->> 'account_uuid' = new.account_id::text) then
    raise exception 'two operators say whose a deposit is' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger deposits_assigned before update on deposits for each row execute function deposits_assigned();

insert into act_kinds (kind, proposers, approvers, concerns_account) values
  ('assign-deposit', '{treasurer,risk}', '{risk,administrator}', true);
