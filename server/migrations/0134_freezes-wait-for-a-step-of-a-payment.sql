-- A freeze or a hold stops a payment until its bytes are at the node. A step of a payment and the start of a freeze or a hold of the same
-- account therefore wait for each other: whichever is second sees the other one.

-- Held until the transaction ends. A payer keeps it while it waits for the signer or the node, for at most 20 seconds.
create function lock_payments_of(p_account uuid) returns void language plpgsql set search_path = public, pg_temp set lock_timeout = '25s' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('payments of ' || p_account, 0));
end $$;

create function stops_wait_for_payments() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform lock_payments_of(new.account_id);
  return new;
end $$;
create trigger account_freezes_wait before insert on account_freezes for each row execute function stops_wait_for_payments();
create trigger account_holds_wait before insert on account_holds for each row execute function stops_wait_for_payments();

-- As before, under the lock. Bytes that were signed before the freeze may be at the node already: that they are there is recorded also while
-- the account is frozen, or the payment and all behind it in the wallet's order would wait for the release.
create or replace function withdrawals_stop() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform lock_payments_of(new.account_id);
  if exists (select from account_freezes where account_id = new.account_id and released_at is null)
     or exists (select from account_holds where account_id = new.account_id and ends_at > clock_timestamp()
       and exists (select from deployment where mode = 'production')) then
    raise exception 'nothing is sent from an account that is frozen or held' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
drop trigger withdrawals_stop on withdrawals;
create trigger withdrawals_stop before update on withdrawals for each row
  when (old.state <> new.state and new.state in ('built', 'signed')) execute function withdrawals_stop();
