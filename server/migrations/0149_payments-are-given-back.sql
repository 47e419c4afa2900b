-- A payment whose place in the wallet's order was used by something else can't be made any more. Two operators decide that its amount is the
-- customer's again; the engine verifies it once more before it does so.
create table withdrawal_give_backs (
  account_id uuid not null,
  withdrawal_id uuid not null,
  proposal_id uuid not null unique references act_proposals,
  decided_at timestamptz not null,
  primary key (account_id, withdrawal_id),
  foreign key (account_id, withdrawal_id) references withdrawals
);

create function withdrawal_give_backs_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from act_proposals p where p.proposal_id = new.proposal_id and p.kind = 'give-back-payment' and p.state = 'approved'
       and p.facts::json ->> 'withdrawal_uuid' = new.withdrawal_id::text and p.facts::json ->> 'account_uuid' = new.account_id::text) then
    raise exception 'two operators give a payment back' using errcode = 'insufficient_privilege';
  end if;
  perform from withdrawals where account_id = new.account_id and withdrawal_id = new.withdrawal_id and state in ('signed', 'broadcast') for update;
  if not found then
    raise exception 'only a payment that is on its way can be given back' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawal_give_backs_guard before insert on withdrawal_give_backs for each row execute function withdrawal_give_backs_keep();
create trigger withdrawal_give_backs_append_only before update or delete or truncate on withdrawal_give_backs
  for each statement execute function append_only();
grant select, insert on withdrawal_give_backs to candor_app;

insert into act_kinds (kind, proposers, approvers, concerns_account) values ('give-back-payment', '{treasurer,risk}', '{risk,administrator}', true);
