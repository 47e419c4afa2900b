import type { ProductFace } from '../session/product-face.ts';
import type limits from '../text/en/limits.json';

declare module '../text/keys.ts' {
  interface Areas {
    limits: typeof limits;
  }
}

export const limitsFace = {
  name: 'limits',
  textPart: 'limits',
  routes: [{ path: '/limits', index: 13, screen: 'limits/limits', name: 'limits', needsLogin: true, isFull: true }],
} as const satisfies ProductFace;
