// What customers read: news, announcements, help and legal texts, in the seven languages of the app.
import { z } from 'zod';
import { accountId, defineAction, defineEndpoint, instant, listOf, pagedBy, pagedListOf, text } from './endpoint.ts';

export const contentKinds = ['news', 'announcement', 'help', 'legal'] as const;
export type ContentKind = (typeof contentKinds)[number];

export const newsCategories = ['business', 'finance', 'digital-asset'] as const;
export type NewsCategory = (typeof newsCategories)[number];

export const helpSections = ['start', 'options', 'contracts', 'money', 'proof', 'security', 'account'] as const;
export type HelpSection = (typeof helpSections)[number];

/** In their order. */
export const legalTexts = ['terms', 'privacy', 'risk', 'complaints'] as const;
export type LegalText = (typeof legalTexts)[number];

/** Any spelling of a language that clients send; English for one that is not spoken. */
const lang = text(1, 20);
/** Of one's own account, or nothing. */
const ownId = z.string().max(40).default('');
const slug = z.string().max(60);
const search = z.string().max(100).default('');

const newsEntry = z.object({
  news_id: z.string(),
  language: z.string(),
  category: z.enum(newsCategories),
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  published_at: instant,
  likes: z.number().int(),
  /** By the caller's account. */
  is_liked: z.boolean(),
});
export type NewsEntry = z.infer<typeof newsEntry>;

export const queryNewsIndex = defineAction({
  name: 'queryNewsIndex',
  summary: 'The news, newest first: all, of one category, or what has these words.',
  who: 'anyone',
  weight: 2,
  payload: z.strictObject({
    lang,
    account_id: ownId,
    category: z.union([z.enum(newsCategories), z.literal('')]).default(''),
    search,
    ...pagedBy,
  }),
  reply: pagedListOf(newsEntry),
  refusals: ['not-yours'],
});

export const queryNewsIndexByFive = defineAction({
  name: 'queryNewsIndexByFive',
  summary: 'The five newest pieces of news.',
  who: 'anyone',
  payload: z.strictObject({ lang, account_id: ownId }),
  reply: listOf(newsEntry),
  refusals: ['not-yours'],
});

export const likeNews = defineEndpoint({
  method: 'POST',
  path: '/api/news/like',
  leaves: { perDay: 500 },
  summary: 'Like a piece of news (`type` 1) or take that back (0). An account counts once, however often it asks.',
  who: 'self',
  selfIds: ['account_id'],
  payload: z.strictObject({ news_id: slug, type: z.enum(['0', '1']), account_id: accountId }),
  reply: z.object({ news_id: z.string(), likes: z.number().int(), is_liked: z.boolean() }),
  refusals: ['not-found'],
});

const announcement = z.object({
  announcement_id: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Markdown. */
  body: z.string(),
  published_at: instant,
  is_pinned: z.boolean(),
});
export type Announcement = z.infer<typeof announcement>;

export const queryAnnouncements = defineAction({
  name: 'queryAnnouncements',
  summary: 'What the platform announces: pinned ones first, then newest first.',
  who: 'anyone',
  payload: z.strictObject({ lang, ...pagedBy }),
  reply: pagedListOf(announcement),
  refusals: [],
});

const helpEntry = z.object({
  help_id: z.string(),
  section: z.enum(helpSections),
  title: z.string(),
  summary: z.string(),
});
export type HelpEntry = z.infer<typeof helpEntry>;

export const helpcenterList = defineAction({
  name: 'helpcenterList',
  summary: 'The articles of the help center by section, or those that have these words.',
  who: 'anyone',
  weight: 2,
  payload: z.strictObject({ lang, search }),
  reply: listOf(helpEntry),
  refusals: [],
});

export const voteHelp = defineEndpoint({
  method: 'POST',
  path: '/api/help/vote',
  leaves: { perDay: 500 },
  summary: 'Say whether an article of the help center helped. The last word of an account counts.',
  who: 'self',
  payload: z.strictObject({ help_id: slug, helped: z.enum(['yes', 'no']) }),
  reply: z.object({ help_id: z.string(), helped: z.enum(['yes', 'no']) }),
  refusals: ['not-found'],
});

const version = z.object({
  version: z.number().int(),
  released_at: instant,
  /** Since the version before; empty for the first. */
  changes: z.string(),
});

const contentDocument = z.object({
  kind: z.enum(contentKinds),
  id: z.string(),
  language: z.string(),
  section: z.string(),
  title: z.string(),
  summary: z.string(),
  /** Markdown. */
  body: z.string(),
  author: z.string(),
  published_at: instant,
  version: z.number().int(),
  /** Newest first. */
  versions: z.array(version),
  /** Of the same section. */
  related: z.array(z.object({ id: z.string(), title: z.string() })),
  likes: z.number().int(),
  is_liked: z.boolean(),
});
export type ContentDocument = z.infer<typeof contentDocument>;

export const queryDocument = defineAction({
  name: 'queryDocument',
  summary: 'One text as it is now, or in a version of before; TOTAL is 0 if there is none.',
  who: 'anyone',
  payload: z.strictObject({
    kind: z.enum(contentKinds),
    id: slug,
    lang,
    version: z
      .string()
      .regex(/^(?:|[1-9]\d{0,5})$/)
      .default(''),
  }),
  reply: listOf(contentDocument),
  refusals: [],
});
