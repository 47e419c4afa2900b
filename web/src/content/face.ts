import { CircleHelp, Megaphone, Newspaper, Scale } from 'lucide-react';
import type { ProductFace } from '../session/product-face.ts';
import type content from '../text/en/content.json';

declare module '../text/keys.ts' {
  interface Areas {
    content: typeof content;
  }
}

export const contentFace = {
  name: 'content',
  textPart: 'content',
  routes: [
    { path: '/newsList', index: 12, screen: 'content/news-list', name: 'menuNews', isKept: true, isFull: true },
    { path: '/news/:id', index: 13, screen: 'content/news', name: 'menuNews', isFull: true },
    { path: '/announcements', index: 12, screen: 'content/announcements', name: 'menuAnnouncements', isFull: true },
    { path: '/help', index: 12, screen: 'content/help', name: 'menuHelp', isFull: true },
    { path: '/help/:id', index: 13, screen: 'content/help-article', name: 'menuHelp', isFull: true },
    { path: '/legal', index: 12, screen: 'content/legal', name: 'menuLegal', isFull: true },
  ],
  menu: [
    { to: '/newsList', name: 'menuNews', icon: Newspaper, isFirst: true, group: 'about' },
    { to: '/announcements', name: 'menuAnnouncements', icon: Megaphone, group: 'about' },
    { to: '/help', name: 'menuHelp', icon: CircleHelp, group: 'about' },
    { to: '/legal', name: 'menuLegal', icon: Scale, group: 'about' },
  ],
} as const satisfies ProductFace;
