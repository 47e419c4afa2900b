-- Money comes from a chain, goes to one, or is given by the owner only for what it is about: a deposit that was credited with it, a payment
-- that was sent, an account that was opened. When the transaction ends the row is there, of the same account, coin and amount; and each
-- pays once.

create unique index ledger_moves_source on ledger_moves (kind, object_id) where kind in ('deposit-credited', 'withdrawal-sent');
create unique index ledger_moves_bonus on ledger_moves (account_id) where kind = 'experience-bonus';

create function ledger_source_is_ordered() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if not (case new.kind
    when 'deposit-credited' then exists (
      select from deposits as d where d.deposit_id = new.object_id and d.account_id = new.account_id and d.asset = new.coin
        and d.state = 'credited' and d.credited_at is not null
        -- A network counts in a power of ten.
        and new.book = 'real' and trim_scale(d.units::numeric / new.amount)::text ~ '^10*$')
    when 'withdrawal-sent' then exists (
      select from withdrawals as w where w.account_id = new.account_id and w.withdrawal_id = new.object_id and w.asset = new.coin
        and w.book = new.book and w.state = 'sent' and w.amount - w.fee = new.amount)
    else exists (
      select from experience_openings as o where o.account_id = new.account_id and o.amount = new.amount
        and new.coin = 'USDT' and new.book = 'bonus' and new.cover_amount = new.amount)
    end) then
    raise exception 'nothing orders the movement %', new.kind using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger ledger_moves_ordered after insert on ledger_moves deferrable initially deferred
  for each row when (new.kind in ('deposit-credited', 'withdrawal-sent', 'experience-bonus')) execute function ledger_source_is_ordered();
