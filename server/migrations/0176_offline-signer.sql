-- Answers of a signer without a network. They come in a file and wait here, until the engine verifies them and takes the next step of the payment.

-- Names this database in files that leave it, so that the answers for another deployment are recognised.
create table signer_deployment (
  deployment_id uuid primary key default gen_random_uuid(),
  is_only boolean not null unique default true check (is_only)
);
insert into signer_deployment default values;
create trigger signer_deployment_keep before insert or update or delete or truncate on signer_deployment
  for each statement execute function append_only();
grant select on signer_deployment to candor_app;

create table signer_answers (
  answer_id bigint generated always as identity primary key,
  account_id uuid not null,
  withdrawal_id uuid not null,
  -- The bytes that were answered, of the payment or of one of its replacements.
  unsigned text not null,
  signed text,
  txid text,
  refused text check (refused ~ '^[a-z-]{1,40}$'),
  imported_at timestamptz not null default clock_timestamp(),
  foreign key (account_id, withdrawal_id) references withdrawals,
  check ((signed is null) = (txid is null)),
  check ((signed is null) <> (refused is null))
);
create index signer_answers_of on signer_answers (account_id, withdrawal_id);

-- Only bytes that wait for a signature are answered.
create function signer_answers_keep() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from withdrawals w where w.account_id = new.account_id and w.withdrawal_id = new.withdrawal_id
       and (new.signed is null or is_hex_of(w.network, new.signed) and is_txid_of(w.network, new.txid))
       and (w.state = 'built' and w.unsigned = new.unsigned
         or w.state = 'broadcast' and exists (select from withdrawal_replacements r where r.account_id = w.account_id
              and r.withdrawal_id = w.withdrawal_id and r.unsigned = new.unsigned and r.signed is null))) then
    raise exception 'no payment waits for a signature of these bytes' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger signer_answers_guard before insert on signer_answers for each row execute function signer_answers_keep();
create trigger signer_answers_append_only before update or delete or truncate on signer_answers
  for each statement execute function append_only();
grant select, insert (account_id, withdrawal_id, unsigned, signed, txid, refused) on signer_answers to candor_app;
