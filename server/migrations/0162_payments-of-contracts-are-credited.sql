-- Two operators say which transaction of a contract paid what an address has beyond what is recorded. The engine asks the chain, and only then it is
-- a deposit.
create table contract_payment_claims (
  proposal_id uuid primary key references act_proposals,
  payment_id uuid not null references contract_payments,
  -- The deposit that it becomes: made from network, transaction and address, so that one payment is one deposit.
  deposit_id uuid not null,
  txid text not null check (txid ~ '^0x[0-9a-f]{64}$'),
  -- What was unexplained when it was decided: no more than that is credited by it.
  units text not null check (units ~ '^[1-9][0-9]{0,77}$'),
  state text not null default 'open' check (state in ('open', 'proven', 'refused')),
  -- Why it is refused, or what it waits for.
  reason text not null default '',
  -- balance: the balance rose by this in the block of the transaction. window: a node keeps no state that old; the block is in the time
  -- in which the balance rose.
  proof text check (proof in ('balance', 'window')),
  decided_at timestamptz not null default clock_timestamp(),
  checked_at timestamptz,
  closed_at timestamptz,
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'proven') = (proof is not null))
);
create unique index contract_payment_claims_open on contract_payment_claims (payment_id) where state = 'open';
create index contract_payment_claims_of_deposit on contract_payment_claims (deposit_id);

create function contract_payment_claims_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' or not exists (select from act_proposals p where p.proposal_id = new.proposal_id
       and p.kind = 'credit-contract-payment' and p.state = 'approved' and p.facts::json ->> 'payment_uuid' = new.payment_id::text
       and p.facts::json ->> 'deposit_uuid' = new.deposit_id::text and p.facts::json ->> 'txid' = new.txid
       and p.facts::json ->> 'units' = new.units) then
      raise exception 'two operators say which transaction paid' using errcode = 'insufficient_privilege';
    end if;
    perform from contract_payments where payment_id = new.payment_id and state = 'open' for update;
    if not found then
      raise exception 'only what is open can be credited' using errcode = 'insufficient_privilege';
    end if;
  elsif old.state <> 'open' then
    raise exception 'a claim is closed once' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger contract_payment_claims_guard before insert or update on contract_payment_claims
  for each row execute function contract_payment_claims_keep();
create trigger contract_payment_claims_no_delete before delete or truncate on contract_payment_claims
  for each statement execute function append_only();
grant select, insert, update (state, reason, proof, checked_at, closed_at) on contract_payment_claims to candor_app;

-- As before (migration 0111), with deposits that begin as let pass because two operators named their transaction.
create or replace function deposits_two_nodes() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.credited_at is not null or new.is_cleared and not exists (select from contract_payment_claims c
       join contract_payments p using (payment_id) join deposit_addresses a using (address_id)
       where c.deposit_id = new.deposit_id and c.state = 'open' and c.txid = new.txid and p.state = 'open' and p.asset = new.asset
         and (a.network, a.address, a.account_id) = (new.network, new.address, new.account_id)
         and new.units::numeric <= least(p.units::numeric, c.units::numeric)) then
      raise exception 'a deposit begins as one that was seen' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if new.is_cleared and not old.is_cleared and not exists (select from act_proposals where kind = 'clear-deposit'
     and state = 'approved' and facts::json ->> 'deposit_uuid' = new.deposit_id::text) then
    raise exception 'two operators let a deposit pass' using errcode = 'insufficient_privilege';
  end if;
  if old.state in ('seen', 'dust') and new.state = 'credited' and not new.is_cleared and not deposit_is_agreed(new)
     and not exists (select from deployment where mode = 'demo')
     and (deposit_amount(new) <= deposits_left_to_one_node(new.asset, new.credited_at)) is not true then
    raise exception 'one node alone says so much no more' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

insert into act_kinds (kind, proposers, approvers, concerns_account) values
  ('credit-contract-payment', '{treasurer,risk}', '{risk,administrator}', true);
