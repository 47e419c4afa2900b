-- A replacement may spend further outputs. Each of them is a place of the payment, stored in the transaction that stores the replacement's bytes,
-- so that no other payment takes it.
create or replace function withdrawal_places_take() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform from withdrawals w where w.account_id = new.account_id and w.withdrawal_id = new.withdrawal_id and w.network = new.network
    and (w.state = 'approved' or w.state = 'broadcast' and w.wallet = new.wallet and exists (
      select from withdrawal_replacements r where r.account_id = w.account_id and r.withdrawal_id = w.withdrawal_id and r.signed is null))
    for update;
  if not found or new.freed_at is not null then
    raise exception 'an approved payment takes places of its network, and so does an unsigned replacement' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
