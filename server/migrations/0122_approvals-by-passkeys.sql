-- An approval of a payment is what the passkey of its person signed, as JSON; in a demo, a signature of the server's key in hex.
alter table withdrawal_approvals drop constraint withdrawal_approvals_signature_check;
alter table withdrawal_approvals add constraint withdrawal_approvals_signature_form
  check (signature ~ '^[0-9a-f]{128}$' or length(signature) <= 6000 and is_json_object(signature));

-- What the passkeys of those who proposed and approved an act signed, each once; it is carried out with them.
create table act_signatures (
  proposal_id uuid not null references act_proposals,
  operator_id uuid not null references operators,
  signature text not null check (length(signature) <= 6000 and is_json_object(signature)),
  at timestamptz not null default clock_timestamp(),
  primary key (proposal_id, operator_id)
);
create trigger act_signatures_keep before update or delete or truncate on act_signatures
  for each statement execute function append_only();
grant select on act_signatures to candor_app;
grant insert (proposal_id, operator_id, signature) on act_signatures to candor_console;
