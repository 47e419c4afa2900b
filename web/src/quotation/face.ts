import { TrendingUp } from 'lucide-react';
import type { ProductFace } from '../session/product-face.ts';
import type quotation from '../text/en/quotation.json';

declare module '../text/keys.ts' {
  interface Areas {
    quotation: typeof quotation;
  }
}

export const quotationFace = {
  name: 'quotation',
  textPart: 'market',
  routes: [
    { path: '/quotation', index: 5, screen: 'quotation/quotation', name: 'quotation', isKept: true },
    { path: '/exchange/:pair', index: 10, screen: 'quotation/coin', name: 'quotation', isDark: true, isFull: true },
  ],
  tab: { to: '/quotation', name: 'quotation', icon: TrendingUp },
} as const satisfies ProductFace;
