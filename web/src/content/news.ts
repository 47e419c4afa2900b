import { queryNewsIndex, type NewsEntry } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';

export const news = cachedList<NewsEntry>(queryNewsIndex, { idOf: ({ news_id }) => news_id });
