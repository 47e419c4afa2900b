-- What two operators decide is signed by a passkey of each, the proposal and the approval. In a production nothing is approved without both;
-- whether they are genuine is verified by the server, and by the audit with what is stored here.

-- The page of the maker draws it, so that what was signed for one proposal is good for no other. Null where nothing was signed.
alter table act_proposals add nonce text unique check (nonce ~ '^[A-Za-z0-9_-]{22}$');

create function act_proposals_signed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.nonce is distinct from new.nonce then
    raise exception 'a proposal stays what it is' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'proposed' and new.state = 'approved' and is_production() and (select count(*) from act_signatures
     where proposal_id = new.proposal_id and operator_id in (new.maker, new.checker)) < 2 then
    raise exception 'an act is approved with the signatures of both operators' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger act_proposals_signed before update on act_proposals for each row execute function act_proposals_signed();

-- Acts that were approved before this moment need no signature.
create table acts_signed_since (
  is_only boolean primary key default true check (is_only),
  at timestamptz not null
);
insert into acts_signed_since (at) values (clock_timestamp());
create trigger acts_signed_since_keep before insert or update or delete or truncate on acts_signed_since
  for each statement execute function append_only();

-- A public key proves nothing to whoever reads it; the audit verifies signatures with it.
grant select (credential_id, public_key) on operator_passkeys to candor_app;
grant select on acts_signed_since to candor_app;
