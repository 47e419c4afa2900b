import { Wallet } from 'lucide-react';
import type { ProductFace } from '../session/product-face.ts';
import type assets from '../text/en/assets.json';

declare module '../text/keys.ts' {
  interface Areas {
    assets: typeof assets;
  }
}

export const assetsFace = {
  name: 'assets',
  textPart: 'more',
  routes: [
    { path: '/asset', index: 3, screen: 'assets/assets', name: 'asset', needsLogin: true, isKept: true },
    { path: '/bills', index: 12, screen: 'assets/bills', name: 'bills', needsLogin: true, isFull: true },
  ],
  tab: { to: '/asset', name: 'asset', icon: Wallet },
  menu: [{ to: '/asset', name: 'menuAssets', icon: Wallet, group: 'products' }],
} as const satisfies ProductFace;
