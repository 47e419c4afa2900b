import { House } from 'lucide-react';
import type { ProductFace } from '../session/product-face.ts';
import type home from '../text/en/home.json';

declare module '../text/keys.ts' {
  interface Areas {
    home: typeof home;
  }
}

export const homeFace = {
  name: 'home',
  textPart: 'home',
  routes: [{ path: '/home', index: 1, screen: 'home/home', name: 'home', isKept: true }],
  tab: { to: '/home', name: 'home', icon: House },
} as const satisfies ProductFace;
