-- Money that is sent back to a bank counts for who says so: the refund of an order, and a line of a statement that was returned. Each is worth
-- USDT towards what one operator decides alone in a day, above it two decide by an act, and nobody decides on an account of their own.

-- What an amount of a coin, or of money of a country, is worth in USDT; null without a price or a rate. A dollar counts as a USDT.
create or replace function worth_in_usdt(p_coin text, p_amount numeric) returns numeric language sql stable set search_path = public, pg_temp as $$
  select case when p_coin in ('USDT', 'USD') then p_amount else round(coalesce(
    p_amount * (select price from market_ticks where coin = p_coin order by sequence desc limit 1),
    p_amount / (select per_usd from currency_rates where currency = p_coin and day <= (clock_timestamp() at time zone 'UTC')::date
      order by day desc, rate_id desc limit 1)), 18) end
$$;

insert into act_kinds (kind, proposers, approvers, concerns_account) values
  ('record-refund', '{treasurer}', '{risk,administrator}', true), ('return-transfer', '{treasurer}', '{risk,administrator}', true);

-- A line of a statement that names no order is about no account.
alter table operator_decisions alter column account_id drop not null, add check (account_id is not null or kind = 'refund');

alter table purchases
  -- Who said that the refund was sent: one operator, or two in a proposal. Both are null for refunds that were noted before this migration.
  add refunded_by uuid references operators,
  add refund_proposal uuid unique references act_proposals,
  add check (num_nonnulls(refunded_by, refund_proposal) <= (refunded_at is not null)::int);

create function purchases_refund() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.refunded_at is not null or new.refunded_at is null then
    if (old.refunded_by, old.refund_proposal) is distinct from (new.refunded_by, new.refund_proposal) then
      raise exception 'who sent a refund is noted with it, and never changes' using errcode = 'insufficient_privilege';
    end if;
  elsif old.ended_at is null or coalesce(new.refund, 0) <= 0 or num_nonnulls(new.refunded_by, new.refund_proposal) <> 1 then
    raise exception 'a refund is noted once, of an ended order that owes one, with who sent it' using errcode = 'insufficient_privilege';
  elsif new.refund_proposal is not null and not exists (select from act_proposals where proposal_id = new.refund_proposal
     and kind = 'record-refund' and state = 'approved' and facts::json ->> 'purchase_uuid' = new.purchase_id::text) then
    raise exception 'no approved proposal of this refund' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger purchases_refund before update on purchases for each row execute function purchases_refund();

-- By the rate of the order, as its confirmation.
create function purchases_refunded() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform operators_decided('refund', new.purchase_id, new.account_id, new.refunded_by, new.refund_proposal, '{treasurer}',
    round(new.refund / new.per_usd, 18));
  return null;
end $$;
create constraint trigger purchases_refunded after update on purchases deferrable initially deferred for each row
  when (old.refunded_at is null and new.refunded_at is not null) execute function purchases_refunded();

-- As before. Who sent a refund is noted after the end, like its time.
create or replace function ended_order_digest(ended purchases) returns bytea language sql stable
  set search_path = public, pg_temp set timezone = 'UTC' as $$
    select sha256(convert_to(jsonb_strip_nulls(to_jsonb(ended) - '{version,refunded_at,refunded_by,refund_proposal}'::text[])::text, 'UTF8'))
  $$;

alter table bank_transfers
  -- Who said that the money was returned, like refunded_by.
  add returned_by uuid references operators,
  add return_proposal uuid unique references act_proposals,
  add check (num_nonnulls(returned_by, return_proposal) <= (use is not distinct from 'returned')::int);

create function bank_transfers_return() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.use = 'returned' and num_nonnulls(new.returned_by, new.return_proposal) <> 1 then
    raise exception 'a line of a statement is returned by one operator, or by two in a proposal' using errcode = 'insufficient_privilege';
  elsif new.return_proposal is not null and not exists (select from act_proposals where proposal_id = new.return_proposal
     and kind = 'return-transfer' and state = 'approved' and facts::json ->> 'transfer_uuid' = new.transfer_id::text) then
    raise exception 'no approved proposal of this return' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger bank_transfers_return before update on bank_transfers
  for each row when (old.use is distinct from new.use) execute function bank_transfers_return();

-- The accounts of the orders whose references stand in the text of a line, in the order of the text.
create function transfer_accounts(p_text text) returns uuid[] language sql stable set search_path = public, pg_temp as $$
  select array(select account_id from (select upper(regexp_replace(p_text, '[^A-Za-z0-9]', '', 'g')) as plain) as line
    cross join generate_series(1, length(plain) - 15) as place
    join purchases on reference = substr(plain, place, 16) group by account_id order by min(place))
$$;

-- By the rate of the day. The decision is noted for the first of the accounts; nobody decides who is tied to any of them.
create function bank_transfers_returned() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named uuid[] := transfer_accounts(new.text);
begin
  perform operators_decided('refund', new.transfer_id, named[1], new.returned_by, new.return_proposal, '{treasurer}',
    worth_in_usdt(new.currency, new.amount));
  if exists (select from operator_decisions cross join unnest(named) as account
     where kind = 'refund' and object_id = new.transfer_id and operator_tie(operator_id, account) is not null) then
    raise exception 'nobody returns a line that names an own-account' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create constraint trigger bank_transfers_returned after update on bank_transfers deferrable initially deferred
  for each row when (old.use is distinct from new.use and new.use = 'returned') execute function bank_transfers_returned();

grant update (returned_by, return_proposal) on bank_transfers to candor_app;
