import type { ProductFace } from '../session/product-face.ts';

export const marketFace = {
  name: 'market',
  otherTexts: ['market', 'more'],
  routes: [
    { path: '/market/sources/:pair', index: 11, screen: 'market/sources', name: 'sources', isFull: true },
    { path: '/market/corrections', index: 12, screen: 'market/corrections', name: 'corrections', isFull: true },
  ],
} as const satisfies ProductFace;
