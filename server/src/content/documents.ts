// Which texts there are, in their order; what they say stands in texts/.
import type { ContentKind, HelpSection, LegalText, NewsCategory } from '@candor/wire';

export interface DocumentFacts {
  kind: ContentKind;
  slug: string;
  section: string;
  author: string;
  isPinned: boolean;
  publishedAt: string;
}

const author = 'Candor';
const base = { author, isPinned: false };

const legal = (slug: LegalText): DocumentFacts => ({
  ...base,
  kind: 'legal',
  slug,
  section: '',
  publishedAt: '2026-11-23',
});

const help = (section: HelpSection, slugs: readonly string[]): DocumentFacts[] =>
  slugs.map((slug) => ({ ...base, kind: 'help', slug, section, publishedAt: '2026-11-23' }));

const news = (section: NewsCategory, slug: string, publishedAt: string): DocumentFacts => ({
  ...base,
  kind: 'news',
  slug,
  section,
  publishedAt,
});

const announcement = (slug: string, publishedAt: string, isPinned = false): DocumentFacts => ({
  ...base,
  kind: 'announcement',
  slug,
  section: '',
  publishedAt,
  isPinned,
});

export const documents: readonly DocumentFacts[] = [
  legal('terms'),
  legal('privacy'),
  legal('risk'),
  legal('complaints'),
  ...help('start', ['open-account', 'first-order', 'demo', 'experience-account']),
  ...help('options', ['seconds-contract', 'payout', 'void-order']),
  ...help('contracts', ['cfd', 'leverage', 'liquidation', 'take-profit', 'fees', 'limit-orders']),
  ...help('money', ['not-accepted', 'bills', 'reserved']),
  ...help('proof', ['verify-receipt', 'prices', 'corrected-candle', 'other-price']),
  ...help('security', ['trade-password', 'login-password', 'devices', 'no-code']),
  ...help('account', ['identity', 'price-alerts', 'appearance', 'limits', 'close-account', 'offline']),
  announcement('content', '2026-11-23', true),
  announcement('conduct-notice', '2026-11-18'),
  announcement('coming-products', '2026-11-16'),
  announcement('market-halts', '2026-11-10'),
  news('digital-asset', 'home-screen', '2026-11-22'),
  news('finance', 'leverage-in-numbers', '2026-11-21'),
  news('business', 'receipts-for-everyone', '2026-11-20'),
  news('digital-asset', 'price-alerts', '2026-11-19'),
  news('finance', 'one-index', '2026-11-17'),
  news('business', 'public-log', '2026-11-14'),
  news('finance', 'corrected-candles', '2026-11-12'),
  news('digital-asset', 'twenty-one-coins', '2026-11-09'),
];
