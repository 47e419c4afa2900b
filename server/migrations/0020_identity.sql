-- Pictures that customers hand in, and the cases in which somebody looks at their documents.

create table pictures (
  picture_id uuid primary key,
  account_id uuid not null references accounts (account_id),
  -- Keyed, of what is kept: the same picture in other hands has the same.
  digest bytea not null check (length(digest) = 32),
  -- Which key file wraps its key; without the wrapped key nobody can read the file, and it counts as deleted.
  key_id text not null,
  wrapped_key bytea,
  uploaded_at timestamptz not null,
  delete_after timestamptz not null
);
create index pictures_account on pictures (account_id, uploaded_at);
create index pictures_digest on pictures (digest);
create index pictures_due on pictures (delete_after) where wrapped_key is not null;

create function pictures_keep() returns trigger language plpgsql as $$
begin
  if old.wrapped_key is null or (new.wrapped_key is not null and new.wrapped_key <> old.wrapped_key) then
    raise exception 'a deleted picture does not come back' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger pictures_guard before update on pictures for each row execute function pictures_keep();

-- What was handed in each time. What it says is sealed; the digests, keyed too, find the same again.
create table identity_cases (
  case_id uuid primary key,
  account_id uuid not null references accounts (account_id),
  attempt int not null check (attempt > 0),
  state text not null default 'review' check (state in ('review', 'approved', 'failed')),
  -- Counts the writes: whoever decides says which one was looked at.
  version int not null default 1,
  country text not null check (country ~ '^[A-Z]{2}$'),
  document_kind text not null check (document_kind in ('identity-card', 'passport', 'driving-licence', 'residence-permit')),
  key_id text not null,
  sealed bytea not null,
  document_digest bytea not null check (length(document_digest) = 32),
  person_digest bytea not null check (length(person_digest) = 32),
  front uuid not null references pictures (picture_id),
  back uuid references pictures (picture_id),
  submitted_at timestamptz not null,
  claimed_by uuid references operators (operator_id),
  claimed_until timestamptz,
  decided_at timestamptz,
  reason text,
  -- When the customer was written to.
  notified_at timestamptz,
  unique (account_id, attempt),
  check ((back is null) = (document_kind = 'passport')),
  check ((claimed_by is null) = (claimed_until is null)),
  check ((state = 'review') = (decided_at is null)),
  check ((state = 'failed') = (reason is not null))
);
-- One at a time, and none after one that was approved.
create unique index identity_cases_open on identity_cases (account_id) where state in ('review', 'approved');
create index identity_cases_queue on identity_cases (state, submitted_at);
create index identity_cases_document on identity_cases (document_digest);
create index identity_cases_person on identity_cases (person_digest);
create index identity_cases_unnotified on identity_cases (decided_at) where decided_at is not null and notified_at is null;

-- What was handed in stays as it was; it is decided once, by a reviewer who has claimed it.
create function identity_cases_keep() returns trigger language plpgsql as $$
begin
  if (old.case_id, old.account_id, old.attempt, old.country, old.document_kind, old.key_id, old.sealed, old.document_digest,
      old.person_digest, old.front, old.back, old.submitted_at) is distinct from
     (new.case_id, new.account_id, new.attempt, new.country, new.document_kind, new.key_id, new.sealed, new.document_digest,
      new.person_digest, new.front, new.back, new.submitted_at) or new.version <> old.version + 1 then
    raise exception 'what was handed in stays as it was' using errcode = 'insufficient_privilege';
  end if;
  if old.state <> 'review' and (old.state, old.claimed_by, old.claimed_until, old.decided_at, old.reason) is distinct from
     (new.state, new.claimed_by, new.claimed_until, new.decided_at, new.reason) then
    raise exception 'a case is decided once' using errcode = 'insufficient_privilege';
  end if;
  if old.state = 'review' and new.state <> 'review' and not (new.claimed_by is not distinct from old.claimed_by
     and old.claimed_until > now() and exists (select from operator_roles as r join operators as o using (operator_id)
       where r.operator_id = old.claimed_by and r.role = 'identity-reviewer' and o.closed_at is null)) then
    raise exception 'who decides has claimed the case, and is a reviewer' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger identity_cases_guard before update on identity_cases for each row execute function identity_cases_keep();

grant select, insert, update (wrapped_key, delete_after) on pictures to candor_app;
grant select, insert, update (state, version, claimed_by, claimed_until, decided_at, reason, notified_at)
  on identity_cases to candor_app;
