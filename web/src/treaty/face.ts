import { CandlestickChart, Layers, Timer } from 'lucide-react';
import type { ProductFace } from '../session/product-face.ts';

export const treatyFace = {
  name: 'treaty',
  otherTexts: ['market'],
  routes: [
    {
      path: '/contracts',
      index: 2,
      screen: 'treaty/treaty',
      name: 'treaty',
      needsLogin: true,
      isKept: true,
      isDark: true,
    },
    { path: '/orders', index: 11, screen: 'treaty/orders', name: 'menuOrders', needsLogin: true },
  ],
  tab: { to: '/contracts', name: 'treaty', icon: CandlestickChart },
  menu: [
    { to: '/contracts', name: 'menuSeconds', icon: Timer, isFirst: true, group: 'products' },
    { to: '/contracts?type=cfd', name: 'menuCfd', icon: Layers, isFirst: true, group: 'products' },
  ],
} as const satisfies ProductFace;
