import type { ProductFace } from '../session/product-face.ts';
import type support from '../text/en/support.json';

declare module '../text/keys.ts' {
  interface Areas {
    support: typeof support;
  }
}

const own = { name: 'menuSupport', needsLogin: true, isFull: true } as const;

export const supportFace = {
  name: 'support',
  textPart: 'support',
  otherTexts: ['pictures'],
  routes: [
    { ...own, path: '/support', index: 12, screen: 'support/tickets' },
    { ...own, path: '/support/new', index: 13, screen: 'support/new-ticket' },
    { ...own, path: '/support/:id', index: 14, screen: 'support/ticket' },
  ],
} as const satisfies ProductFace;
