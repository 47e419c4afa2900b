-- What customers read: news, announcements, help and legal texts, each in versions that keep what was said in every language.

create table content_documents (
  kind text not null check (kind in ('news', 'announcement', 'help', 'legal')),
  slug text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 60),
  -- Of news its category, of help its section.
  section text not null default '',
  author text not null default '',
  is_pinned boolean not null default false,
  place int not null default 0,
  -- Null for a draft; planned while it lies ahead.
  published_at timestamptz,
  -- The one that is shown.
  version int not null check (version > 0),
  primary key (kind, slug)
);
create index content_documents_newest on content_documents (kind, published_at desc, slug);

create table content_versions (
  kind text not null,
  slug text not null,
  version int not null check (version > 0),
  released_at timestamptz not null,
  -- Over all its texts.
  digest bytea not null check (length(digest) = 32),
  primary key (kind, slug, version),
  unique (kind, slug, digest),
  foreign key (kind, slug) references content_documents
);
create trigger content_versions_keep before update or delete or truncate on content_versions
  for each statement execute function append_only();

-- What PostgreSQL knows of a language; of Japanese, Korean and Chinese no words, which are found as they stand.
create function content_words(language text, words text) returns tsvector language sql immutable as $$
  select to_tsvector((case language when 'en' then 'english' when 'de-CH' then 'german' when 'sv' then 'swedish'
    when 'ar' then 'arabic' else 'simple' end)::regconfig, words)
$$;

-- Whatever a person writes is a question; one without words finds nothing.
create function content_query(language text, question text) returns tsquery language sql immutable as $$
  select websearch_to_tsquery((case language when 'en' then 'english' when 'de-CH' then 'german' when 'sv' then 'swedish'
    when 'ar' then 'arabic' else 'simple' end)::regconfig, question)
$$;

create table content_texts (
  kind text not null,
  slug text not null,
  version int not null,
  language text not null check (language in ('en', 'ja', 'ko', 'sv', 'ar', 'zh-Hant', 'de-CH')),
  title text not null check (length(title) between 1 and 200),
  summary text not null check (length(summary) <= 1000),
  -- Markdown.
  body text not null check (length(body) between 1 and 100000),
  -- Since the version before.
  changes text not null default '' check (length(changes) <= 2000),
  letters text not null generated always as (lower(title || ' ' || body)) stored,
  words tsvector not null generated always as (content_words(language, title || ' ' || body)) stored,
  primary key (kind, slug, version, language),
  foreign key (kind, slug, version) references content_versions
);
create trigger content_texts_keep before update or delete or truncate on content_texts
  for each statement execute function append_only();

-- Once per account and piece of news.
create table content_likes (
  slug text not null,
  account_id uuid not null,
  liked_at timestamptz not null default clock_timestamp(),
  primary key (slug, account_id)
);

-- Whether an article helped, the last word of each account.
create table content_votes (
  slug text not null,
  account_id uuid not null,
  has_helped boolean not null,
  voted_at timestamptz not null default clock_timestamp(),
  primary key (slug, account_id)
);

grant select, insert, update on content_documents, content_votes to candor_app;
grant select, insert on content_versions, content_texts to candor_app;
grant select, insert, delete on content_likes to candor_app;
