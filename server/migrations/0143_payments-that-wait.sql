-- A payment that waits too long is signed again with a higher fee for its way, at the same place in the wallet's order of transactions. Of all
-- bytes for one place a chain takes one, so the payment is made once, by whichever comes into a block.
create table withdrawal_replacements (
  account_id uuid not null,
  withdrawal_id uuid not null,
  turn smallint not null check (turn between 1 and 100),
  unsigned text not null check (unsigned ~ '^0x[0-9a-f]+$'),
  signed text check (signed ~ '^0x[0-9a-f]+$'),
  txid text check (txid ~ '^0x[0-9a-f]{64}$'),
  sent_at timestamptz,
  primary key (account_id, withdrawal_id, turn),
  foreign key (account_id, withdrawal_id) references withdrawals,
  check ((signed is null) = (txid is null)),
  check (sent_at is null or signed is not null)
);
create unique index withdrawal_replacements_txid on withdrawal_replacements (txid) where txid is not null;

-- One follows the other, each only where the one before may be with the network; bytes that were stored are never replaced by others.
create function withdrawal_replacements_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform from withdrawals where account_id = new.account_id and withdrawal_id = new.withdrawal_id and state = 'broadcast' for update;
    if not found or new.turn <> 1 + (select count(*) from withdrawal_replacements
         where account_id = new.account_id and withdrawal_id = new.withdrawal_id and sent_at is not null) then
      raise exception 'what is not sent has no replacement' using errcode = 'insufficient_privilege';
    end if;
  elsif (old.account_id, old.withdrawal_id, old.turn, old.unsigned) is distinct from
        (new.account_id, new.withdrawal_id, new.turn, new.unsigned)
     or old.signed is not null and (old.signed, old.txid) is distinct from (new.signed, new.txid)
     or old.sent_at is not null and old.sent_at is distinct from new.sent_at then
    raise exception 'what was stored of a payment never changes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawal_replacements_guard before insert or update on withdrawal_replacements
  for each row execute function withdrawal_replacements_keep();
create trigger withdrawal_replacements_no_delete before delete or truncate on withdrawal_replacements
  for each statement execute function append_only();
grant select, insert (account_id, withdrawal_id, turn, unsigned), update (signed, txid, sent_at) on withdrawal_replacements to candor_app;

-- The transaction by which it is paid, as far as that is another than the first: the replacement that was sent last, in the end the one in a block.
alter table withdrawals add column current_txid text
  check (current_txid is null or current_txid ~ '^0x[0-9a-f]{64}$' and state in ('broadcast', 'sent', 'failed'));
create function withdrawals_txid_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.state <> 'broadcast' or new.current_txid is null or new.current_txid <> old.txid and not exists (
       select from withdrawal_replacements where account_id = new.account_id and withdrawal_id = new.withdrawal_id
         and txid = new.current_txid) then
    raise exception 'a payment is made by one of its own transactions' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger withdrawals_txid_guard before update on withdrawals
  for each row when (old.current_txid is distinct from new.current_txid) execute function withdrawals_txid_keep();
