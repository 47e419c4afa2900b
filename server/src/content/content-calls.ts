// What each call of the content answers.
import {
  helpcenterList,
  likeNews,
  queryAnnouncements,
  queryDocument,
  queryNewsIndex,
  queryNewsIndexByFive,
  toInstant,
  voteHelp,
  type ContentDocument,
  type ContentKind,
  type HelpSection,
  type NewsCategory,
  type NewsEntry,
  type Uuid,
} from '@candor/wire';
import type { Clock } from '../kit/clock.ts';
import { bind, bindSelf, type BoundCall, type CallContext } from '../kit/feature.ts';
import { answerPage, firstPage, type AskedPage } from '../kit/paged-list.ts';
import type { Pool } from '../kit/postgres.ts';
import { plainWords } from '../kit/plain-words.ts';
import { refuse } from '../kit/refuse.ts';
import { languageOf } from '../kit/texts.ts';
import {
  deleteLike,
  insertLike,
  isPublished,
  selectDocument,
  selectEntries,
  selectLikes,
  selectRelated,
  selectVersions,
  upsertVote,
  type Asked,
} from './store.ts';

/** The help center is listed as a whole. */
const helpMax = 1_000;

interface ContentParts {
  pool: Pool;
  clock: Clock;
}
type AskedOf = (kind: ContentKind, lang: string) => Asked;

export function bindContentCalls({ pool, clock }: ContentParts): BoundCall[] {
  const asked: AskedOf = (kind, lang) => ({ kind, language: languageOf(lang), now: clock.now() });
  return [
    ...newsCalls(pool, asked),
    ...helpCalls(pool, asked),
    bind(queryAnnouncements, async ({ lang, ...page }) => {
      const found = await selectEntries(pool, asked('announcement', lang), page);
      const announcements = found.rows.map(({ slug, title, summary, body, publishedAt, isPinned }) => ({
        announcement_id: slug,
        title,
        summary,
        body,
        published_at: toInstant(publishedAt),
        is_pinned: isPinned,
      }));
      return answerPage(found, announcements);
    }),
    bind(queryDocument, async ({ kind, id, lang, version }, { session }) => {
      const found = await findDocument(pool, asked(kind, lang), { id, version, accountId: session?.accountId });
      return { TOTAL: found ? 1 : 0, RESULT_LIST: found ? [found] : [] };
    }),
  ];
}

function newsCalls(pool: Pool, asked: AskedOf): BoundCall[] {
  async function newsOf(
    wanted: Asked & { section?: string; search?: string },
    page: AskedPage,
    accountId: Uuid | undefined,
  ) {
    const found = await selectEntries(pool, wanted, page);
    const liked = await selectLikes(
      pool,
      found.rows.map(({ slug }) => slug),
      accountId,
    );
    const entries: NewsEntry[] = found.rows.map(({ slug, section, title, summary, author, publishedAt }) => ({
      news_id: slug,
      language: wanted.language,
      category: section as NewsCategory,
      title,
      summary,
      author,
      published_at: toInstant(publishedAt),
      ...likesOf(liked.get(slug)),
    }));
    return answerPage(found, entries);
  }

  return [
    bind(queryNewsIndex, async ({ lang, account_id, category, search, ...page }, context) =>
      newsOf({ ...asked('news', lang), section: category, search: plainWords(search) }, page, own(account_id, context)),
    ), // oxfmt-ignore
    bind(queryNewsIndexByFive, async ({ lang, account_id }, context) => {
      const { RESULT_LIST } = await newsOf(asked('news', lang), firstPage(5), own(account_id, context));
      return { TOTAL: RESULT_LIST.length, RESULT_LIST };
    }),
    bindSelf(likeNews, async ({ news_id, type }, { session: { accountId } }) => {
      if (!(await isPublished(pool, asked('news', ''), news_id))) refuse('not-found');
      await (type === '1' ? insertLike : deleteLike)(pool, news_id, accountId);
      return { news_id, ...likesOf((await selectLikes(pool, [news_id], accountId)).get(news_id)) };
    }),
  ];
}

const helpCalls = (pool: Pool, asked: AskedOf): BoundCall[] => [
  bind(helpcenterList, async ({ lang, search }) => {
    const wanted = { ...asked('help', lang), search: plainWords(search) };
    const { total, rows } = await selectEntries(pool, wanted, firstPage(helpMax));
    const articles = rows.map(({ slug, section, title, summary }) => ({
      help_id: slug,
      section: section as HelpSection,
      title,
      summary,
    }));
    return { TOTAL: total, RESULT_LIST: articles };
  }),
  bindSelf(voteHelp, async ({ help_id, helped }, { session: { accountId } }) => {
    if (!(await isPublished(pool, asked('help', ''), help_id))) refuse('not-found');
    await upsertVote(pool, help_id, { accountId, hasHelped: helped === 'yes' });
    return { help_id, helped };
  }),
];

async function findDocument(
  pool: Pool,
  asked: Asked,
  { id, version, accountId }: { id: string; version: string; accountId: Uuid | undefined },
): Promise<ContentDocument | undefined> {
  const found = await selectDocument(pool, asked, id, version === '' ? undefined : parseInt(version, 10));
  if (!found) return undefined;
  const [versions, related, likes] = await Promise.all([
    selectVersions(pool, asked, id),
    selectRelated(pool, asked, found),
    asked.kind === 'news' ? selectLikes(pool, [id], accountId) : undefined,
  ]);
  const { section, title, summary, body, author, publishedAt } = found;
  return {
    kind: asked.kind,
    id,
    language: asked.language,
    section,
    title,
    summary,
    body,
    author,
    published_at: toInstant(publishedAt),
    version: found.version,
    versions: versions.map(({ releasedAt, ...each }) => ({ ...each, released_at: toInstant(releasedAt) })),
    related: related.map(({ slug, title: other }) => ({ id: slug, title: other })),
    ...likesOf(likes?.get(id)),
  };
}

const likesOf = (found: { likes: number; isLiked: boolean } | undefined) => ({
  likes: found?.likes ?? 0,
  is_liked: found?.isLiked ?? false,
});

/** An id in the payload is compared with the session and says nothing else. */
function own(id: string, { session }: CallContext): Uuid | undefined {
  if (id !== '' && id !== session?.accountWireId) refuse('not-yours', { field: 'account_id' });
  return session?.accountId;
}
