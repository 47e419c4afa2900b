-- Whoever credits a deposit by an act (assigns it, lets it pass, names the transaction of a contract) approves no withdrawal of its account for
-- `credited_days` days, like whoever confirms a purchase or pays out a loan.

alter table act_kinds add credits_account boolean not null default false;
update act_kinds set credits_account = true where kind in ('assign-deposit', 'clear-deposit', 'credit-contract-payment');

-- The object of a decision about a deposit is the proposal: a deposit may need several acts, and each has two persons.
alter table operator_decisions drop constraint operator_decisions_kind_check,
  add constraint operator_decisions_kind_check check (kind in ('purchase', 'loan', 'withdrawal', 'refund', 'prize', 'deposit'));

-- The account that a proposal credits: that of the deposit or payment itself, whatever the facts of the proposal say.
create function account_credited_by(proposal act_proposals) returns uuid language sql stable set search_path = public, pg_temp as $$
  select coalesce(
    case proposal.kind
      when 'clear-deposit' then
        (select account_id from deposits where deposit_id = (proposal.facts::json ->> 'deposit_uuid')::uuid)
      when 'credit-contract-payment' then
        (select account_id from contract_payments where payment_id = (proposal.facts::json ->> 'payment_uuid')::uuid)
    end,
    (proposal.facts::json ->> 'account_uuid')::uuid)
$$;

-- Stores both persons from the approval on, before anything is credited. Their own tie to the account is checked by act_proposals_apart.
create function act_proposals_credit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if (select credits_account from act_kinds where kind = new.kind) then
    insert into operator_decisions (operator_id, kind, object_id, account_id, proposal_id, worth)
    select person, 'deposit', new.proposal_id, account_credited_by(new), new.proposal_id,
      worth_in_usdt(new.facts::json ->> 'coin', (new.facts::json ->> 'amount')::numeric)
    from unnest(array[new.maker, new.checker]) as person;
  end if;
  return null;
end $$;
create trigger act_proposals_credit after update on act_proposals for each row
  when (old.state = 'proposed' and new.state = 'approved') execute function act_proposals_credit();

-- As before (migration 0105), with deposits. An approved act may wait for a block or a node, so the days start with the later of the approval
-- and the credit of the deposit. A server's clock that is ahead makes them no longer.
create or replace function operator_obstacle(p_kind text, p_operator uuid, p_account uuid, p_is_alone boolean, p_worth numeric) returns json
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  tie text := operator_tie(p_operator, p_account);
  limits operator_limits := operator_limits_now();
  credited timestamptz;
  decided numeric;
begin
  if tie is not null then
    return json_build_object('code', 'own-account', 'tie', tie);
  end if;
  if p_kind = 'withdrawal' then
    select max(greatest(d.at, case when deposit.credited_at < clock_timestamp() then deposit.credited_at end)) into credited
    from operator_decisions d
    left join act_proposals act on d.kind = 'deposit' and act.proposal_id = d.object_id
    left join deposits deposit on deposit.deposit_id = (act.facts::json ->> 'deposit_uuid')::uuid
    where d.operator_id = p_operator and d.account_id = any (accounts_of_person(p_account))
      and d.kind in ('purchase', 'loan', 'refund', 'prize', 'deposit');
    if credited > clock_timestamp() - limits.credited_days * interval '1 day' then
      return json_build_object('code', 'credited-lately', 'until_ms',
        floor(extract(epoch from credited + limits.credited_days * interval '1 day') * 1000)::bigint);
    end if;
  end if;
  if p_is_alone then
    if p_worth is null then
      return json_build_object('code', 'worth-unknown');
    end if;
    select coalesce(sum(worth), 0) into decided from operator_decisions
    where operator_id = p_operator and proposal_id is null and at > clock_timestamp() - interval '24 hours';
    if decided + p_worth > limits.alone_per_day then
      return json_build_object('code', 'day-sum-reached', 'limit', trim_scale(limits.alone_per_day)::text,
        'decided', trim_scale(decided)::text, 'amount', trim_scale(p_worth)::text);
    end if;
  end if;
  return null;
end $$;

-- Acts that were approved before this migration.
insert into operator_decisions (operator_id, kind, object_id, account_id, proposal_id, worth, at)
select person, 'deposit', act.proposal_id, account_credited_by(act), act.proposal_id,
  worth_in_usdt(act.facts::json ->> 'coin', (act.facts::json ->> 'amount')::numeric), act.decided_at
from act_proposals act join act_kinds using (kind) cross join unnest(array[act.maker, act.checker]) as person
where credits_account and act.state in ('approved', 'done', 'failed');
