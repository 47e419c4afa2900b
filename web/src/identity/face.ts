import { BadgeCheck } from 'lucide-react';
import type { ProductFace } from '../session/product-face.ts';
import type identity from '../text/en/identity.json';

declare module '../text/keys.ts' {
  interface Areas {
    identity: typeof identity;
  }
}

export const identityFace = {
  name: 'identity',
  textPart: 'identity',
  otherTexts: ['pictures'],
  routes: [
    {
      path: '/authentication',
      index: 12,
      screen: 'identity/authentication',
      name: 'menuVerification',
      needsLogin: true,
      isFull: true,
    },
  ],
  menu: [{ to: '/authentication', name: 'menuVerification', icon: BadgeCheck }],
} as const satisfies ProductFace;
