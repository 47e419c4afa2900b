-- A change that binds is proven by the request itself, so that nothing needs to be kept of a proof.
drop table account_proofs, account_challenges, account_passkeys;
