// All SQL of the content.
import type { AcceptedText, ContentKind, Uuid } from '@candor/wire';
import { boolean, columns, instant, integer, safeInteger, text } from '../kit/columns.ts';
import type { Language } from '../kit/texts.ts';
import {
  byFlag,
  byInstant,
  byNumber,
  bySlug,
  orderOf,
  readPage,
  type AskedPage,
  type OrderKey,
} from '../kit/paged-list.ts';
import type { Database } from '../kit/postgres.ts';
import { select, selectOne } from '../kit/select.ts';
import type { WrittenDocument } from './read-texts.ts';

const entry = columns({
  slug: text(),
  section: text(),
  author: text(),
  isPinned: boolean,
  publishedAt: instant,
  version: integer,
  title: text(),
  summary: text(),
  body: text(),
});

const shown = `content_documents natural join content_texts
  where kind = $1 and language = $2 and published_at <= $3`;

export interface Asked {
  kind: ContentKind;
  language: Language;
  now: number;
}

export interface Wanted extends Asked {
  /** Nothing for all. */
  section?: string;
  /** Words, as a person writes them, in NFKC. */
  search?: string;
}

const [newest, placed] = [
  [byInstant('published_at'), bySlug('slug')],
  [byNumber('place'), bySlug('slug')],
];
const orders: Record<ContentKind, { by: readonly OrderKey[]; isUp: boolean }> = {
  news: { by: newest, isUp: false },
  announcement: { by: [byFlag('is_pinned'), ...newest], isUp: false },
  help: { by: placed, isUp: true },
  legal: { by: placed, isUp: true },
};

/** What is found by its stems, or has the letters as they stand; those in whose title they stand come first. */
export function selectEntries(database: Database, wanted: Wanted, page: AskedPage) {
  const { kind, language, now, section = '', search = '' } = wanted;
  const values = [kind, language, new Date(now), section];
  const from = `${shown} and $4 in ('', section)`;
  const { by, isUp } = orders[kind];
  if (search === '') return readPage(database, entry, { from, values, by, isUp }, page);
  const isInTitle = 'position(lower($5) in lower(normalize(title, nfkc))) > 0';
  return readPage(
    database,
    entry,
    {
      from: `${from} and (position(lower($5) in normalize(letters, nfkc)) > 0 or words @@ content_query($2, $5))`,
      values: [...values, search],
      by: [byFlag(isUp ? `not (${isInTitle})` : `(${isInTitle})`), ...by],
      isUp,
    },
    page,
  );
}

/** In a version of before, the text of then. */
export function selectDocument(database: Database, { kind, language, now }: Asked, slug: string, version?: number) {
  const from = `content_documents as d join content_texts as t using (kind, slug)
    where kind = $1 and language = $2 and published_at <= $3 and slug = $4 and t.version = coalesce($5, d.version)`;
  return selectOne(
    database,
    entry,
    `select slug, section, author, is_pinned, published_at, t.version, title, summary, body from ${from}`,
    [kind, language, new Date(now), slug, version ?? null],
  );
}

const versionColumns = columns({ version: integer, releasedAt: instant, changes: text() });

export const selectVersions = (database: Database, { kind, language }: Asked, slug: string) =>
  select(
    database,
    versionColumns,
    `select ${versionColumns.list} from content_versions natural join content_texts
      where kind = $1 and language = $2 and slug = $3 order by version desc`,
    [kind, language, slug],
  );

const relatedColumns = columns({ slug: text(), title: text() });

export const selectRelated = (database: Database, asked: Asked, { slug, section }: { slug: string; section: string }) =>
  select(
    database,
    relatedColumns,
    `select slug, title from ${shown} and section = $4 and slug <> $5 order by ${orderOf(orders[asked.kind])} limit 3`,
    [asked.kind, asked.language, new Date(asked.now), section, slug],
  );

const likeColumns = columns({ slug: text(), likes: safeInteger, isLiked: boolean });

/** Of those that anyone likes. */
export async function selectLikes(database: Database, slugs: readonly string[], accountId: Uuid | undefined) {
  const rows = await select(
    database,
    likeColumns,
    `select slug, count(*) as likes, coalesce(bool_or(account_id = $2), false) as is_liked from content_likes
      where slug = any ($1::text[]) group by slug`,
    [slugs, accountId ?? null],
  );
  return new Map(rows.map(({ slug, ...likes }) => [slug, likes]));
}

export async function isPublished(
  database: Database,
  { kind, now }: Pick<Asked, 'kind' | 'now'>,
  slug: string,
): Promise<boolean> {
  const found = `select from content_documents where kind = $1 and slug = $2 and published_at <= $3`;
  const { rows } = await database.query(found, [kind, slug, new Date(now)]);
  return rows.length > 0;
}

export const insertLike = (database: Database, slug: string, accountId: Uuid) =>
  database.query('insert into content_likes (slug, account_id) values ($1, $2) on conflict do nothing', [
    slug,
    accountId,
  ]);

export const deleteLike = (database: Database, slug: string, accountId: Uuid) =>
  database.query('delete from content_likes where slug = $1 and account_id = $2', [slug, accountId]);

export const upsertVote = (database: Database, slug: string, vote: { accountId: Uuid; hasHelped: boolean }) =>
  database.query(
    `insert into content_votes (slug, account_id, has_helped) values ($1, $2, $3)
      on conflict (slug, account_id) do update set has_helped = excluded.has_helped, voted_at = clock_timestamp()`,
    [slug, vote.accountId, vote.hasHelped],
  );

/** Until the transaction's end nobody else publishes. */
export const lockPublishing = (database: Database) => database.query('select pg_advisory_xact_lock(1668247156)');

const known = columns({ kind: text<ContentKind>(), slug: text(), version: integer, digest: text() });

/** Every version there ever was. */
export const selectDigests = (database: Database) =>
  select(
    database,
    known,
    `select kind, slug, version, encode(digest, 'hex') as digest from content_versions order by version`,
  );

/** Adds a version with its texts and shows it. */
export async function insertVersion(
  database: Database,
  document: WrittenDocument,
  { version, place, at }: { version: number; place: number; at: number },
): Promise<void> {
  const { kind, slug, section, author, isPinned, publishedAt, digest, texts } = document;
  await database.query(
    `insert into content_documents (kind, slug, section, author, is_pinned, place, published_at, version)
      values ($1, $2, $3, $4, $5, $6, $7, $8)
      on conflict (kind, slug) do update set section = excluded.section, is_pinned = excluded.is_pinned,
        place = excluded.place, version = excluded.version`,
    [kind, slug, section, author, isPinned, place, publishedAt, version],
  );
  await database.query(
    'insert into content_versions (kind, slug, version, released_at, digest) values ($1, $2, $3, $4, $5)',
    [kind, slug, version, version === 1 ? publishedAt : new Date(at), digest],
  );
  const all = Object.entries(texts);
  const columnOf = (each: (text: (typeof all)[number]) => string): string[] => all.map(each);
  await database.query(
    `insert into content_texts (kind, slug, version, language, title, summary, body, changes)
      select $1, $2, $3, u.* from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[]) as u`,
    [
      kind,
      slug,
      version,
      columnOf(([language]) => language),
      columnOf(([, { title }]) => title),
      columnOf(([, { summary }]) => summary),
      columnOf(([, { body }]) => body),
      columnOf(([, { changes }]) => changes),
    ],
  );
}

const acceptance = columns({
  slug: text<AcceptedText>(),
  current: integer.as('version').named('current'),
  accepted: integer.orNull.as(
    `(select max(l.version) from legal_acceptances l where l.slug = d.slug and l.account_id =
       coalesce((select experience_of from accounts where account_id = $1), $1))`,
  ),
});

/** Of the texts that are in force, what this account's owner has accepted. */
export const selectAcceptances = (database: Database, accountId: Uuid) =>
  select(
    database,
    acceptance,
    `select ${acceptance.list} from content_documents d
     where kind = 'legal' and slug in ('terms', 'privacy') and published_at <= now()`,
    [accountId],
  );

/** By its owner, where it is an experience account. Twice is once. */
export async function insertAcceptance(
  database: Database,
  { accountId, slug, version, at }: { accountId: Uuid; slug: AcceptedText; version: number; at: string },
): Promise<void> {
  await database.query(
    `insert into legal_acceptances (account_id, slug, version, at)
     select coalesce(experience_of, account_id), $2, $3, $4 from accounts where account_id = $1 on conflict do nothing`,
    [accountId, slug, version, at],
  );
}
