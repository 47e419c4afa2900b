-- Saying that a prize was sent ends what the platform owes its winner, so it is a decision like the others: its worth counts for the operator who
-- says so, above the sum of a day two decide by an act, and nobody says so of a prize of their own.

insert into act_kinds (kind, proposers, approvers, concerns_account) values
  ('send-prize', '{support,editor,administrator}', '{treasurer,risk}', true);

alter table shop_prizes
  -- One operator, or two in a proposal; sent_by has their names. Both are null for prizes that were sent before this migration.
  add decided_by uuid references operators,
  add proposal_id uuid unique references act_proposals,
  add check (num_nonnulls(decided_by, proposal_id) <= (state = 'sent')::int);

create function shop_prizes_send() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'open' then
      raise exception 'a prize starts open' using errcode = 'insufficient_privilege';
    end if;
  elsif new.state = 'sent' and old.state <> 'sent' then
    if num_nonnulls(new.decided_by, new.proposal_id) <> 1
       or new.decided_by is not null and new.sent_by is distinct from operator_name(new.decided_by) then
      raise exception 'a prize is sent by one operator, or by two in a proposal' using errcode = 'insufficient_privilege';
    elsif new.proposal_id is not null and not exists (select from act_proposals where proposal_id = new.proposal_id
       and kind = 'send-prize' and state = 'approved' and facts::json ->> 'prize_uuid' = new.prize_id::text
       and body::json ->> 'carrier' = new.carrier and body::json ->> 'tracking' = new.tracking
       and new.sent_by = operator_name(maker) || ', ' || operator_name(checker)) then
      raise exception 'no approved proposal of this parcel' using errcode = 'insufficient_privilege';
    end if;
  end if;
  return new;
end $$;
create trigger shop_prizes_send before insert or update on shop_prizes for each row execute function shop_prizes_send();

create function shop_prizes_decided() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform operators_decided('prize', new.prize_id, new.account_id, new.decided_by, new.proposal_id, '{support,editor,administrator}', new.worth);
  return null;
end $$;
create constraint trigger shop_prizes_decided after update on shop_prizes deferrable initially deferred for each row
  when (old.state <> 'sent' and new.state = 'sent') execute function shop_prizes_decided();
