-- Which versions of the terms and of the privacy policy a customer has accepted, and when.

create table legal_acceptances (
  account_id uuid not null references accounts (account_id),
  slug text not null check (slug in ('terms', 'privacy')),
  version int not null check (version > 0),
  at timestamptz not null,
  primary key (account_id, slug, version)
);
create trigger legal_acceptances_keep before update or delete or truncate on legal_acceptances
  for each statement execute function append_only();

-- Nobody opens an account without what is published at that moment. An experience account is its owner's, who has accepted.
create function accounts_accept_legal() returns trigger language plpgsql as $$
begin
  insert into legal_acceptances (account_id, slug, version, at)
    select new.account_id, slug, version, now() from content_documents
    where kind = 'legal' and slug in ('terms', 'privacy') and published_at <= now();
  return new;
end $$;
create trigger accounts_accept_legal after insert on accounts
  for each row when (new.account_type = '1') execute function accounts_accept_legal();

grant select, insert on legal_acceptances to candor_app;
