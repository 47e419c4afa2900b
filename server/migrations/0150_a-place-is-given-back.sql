-- A payment that is stopped before the signer was ever asked for its bytes gives its place in the wallet's order back, so that it keeps nobody
-- behind it waiting.

-- How often the signer was asked for these bytes; counted before each time. Null where it never was.
alter table withdrawals add signer_asked integer check (signer_asked > 0);

-- As before (migration 0105), with the way back from unsigned bytes.
create or replace function withdrawals_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  terms withdrawal_terms;
begin
  if tg_op = 'INSERT' then
    select * into terms from withdrawal_terms where asset = new.asset and version = new.terms_version;
    if not found or new.state <> 'review' or new.amount < terms.min_amount or new.fee < new.amount * terms.fee_rate
       or new.fee >= new.amount * terms.fee_rate + 0.0001
       or new.needs_two_persons is distinct from (new.amount > terms.two_persons_above) then
      raise exception 'a withdrawal begins under review and under its terms' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  if (old.account_id, old.withdrawal_id, old.book, old.network, old.asset, old.address_id, old.address, old.alias, old.amount, old.fee,
      old.terms_version, old.units, old.needs_two_persons, old.requested_at) is distinct from
     (new.account_id, new.withdrawal_id, new.book, new.network, new.asset, new.address_id, new.address, new.alias, new.amount, new.fee,
      new.terms_version, new.units, new.needs_two_persons, new.requested_at) then
    raise exception 'what a withdrawal pays never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> new.state and not (old.state, new.state) in (('review', 'approved'), ('review', 'rejected'), ('review', 'cancelled'),
     ('approved', 'rejected'), ('approved', 'built'), ('built', 'approved'), ('built', 'signed'), ('signed', 'broadcast'), ('broadcast', 'sent'),
     ('broadcast', 'failed')) then
    raise exception 'a withdrawal that is % can not become %', old.state, new.state using errcode = 'insufficient_privilege';
  end if;
  -- A payer counts before it asks the signer, and knows whether it asked after the count: what was counted twice may be signed.
  if old.state = 'built' and new.state = 'approved' and old.signer_asked > 1 then
    raise exception 'bytes that the signer may have signed keep their place' using errcode = 'insufficient_privilege';
  end if;
  if old.signer_asked is distinct from new.signer_asked and (old.state = 'built' and (
       new.state = 'built' and new.signer_asked = coalesce(old.signer_asked, 0) + 1
       or new.state = 'approved' and new.signer_asked is null)) is not true then
    raise exception 'how often the signer was asked only counts up' using errcode = 'insufficient_privilege';
  end if;
  if old.ended_at is not null or old.unsigned is not null and not (old.state = 'built' and new.state = 'approved')
       and (old.wallet, old.nonce, old.unsigned) is distinct from (new.wallet, new.nonce, new.unsigned)
     or old.signed is not null and (old.signed, old.txid) is distinct from (new.signed, new.txid)
     or old.decided_at is not null and new.state <> 'rejected' and (old.decided_at, old.decided_by, old.decided_proposal) is distinct from
        (new.decided_at, new.decided_by, new.decided_proposal) then
    raise exception 'what was decided or stored of a withdrawal never changes' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'review' and new.state = 'approved' and new.needs_two_persons and not exists (select from act_proposals
     where proposal_id = new.decided_proposal and kind = 'approve-withdrawal' and state = 'approved'
       and facts::json ->> 'withdrawal_uuid' = new.withdrawal_id::text) then
    raise exception 'two operators approve this withdrawal' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
