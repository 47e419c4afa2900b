import type { purchaseMovements } from '@candor/wire';
import { CreditCard } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type purchases from '../text/en/purchases.json';

declare module '../text/keys.ts' {
  interface Areas {
    purchases: typeof purchases;
  }
}

const words = { product: 'menuBuyCoin' } as const;

export const purchasesFace = {
  name: 'purchases',
  textPart: 'purchases',
  otherTexts: ['more', 'pictures'],
  routes: [
    { path: '/bugCoin', index: 12, screen: 'purchases/buy-coin', name: 'menuBuyCoin', isFull: true },
    { path: '/bankInfo', index: 13, screen: 'purchases/bank-info', name: 'menuBankInfo', needsLogin: true, isFull: true },
  ],
  menu: [{ to: '/bugCoin', name: 'menuBuyCoin', icon: CreditCard, isFirst: true, group: 'products' }],
  movements: {
    'purchase-promised': { ...words, name: 'reserved' },
    'purchase-received': { ...words, name: 'billBought' },
    'purchase-released': { ...words, name: 'billReturned' },
  } satisfies WordsOf<typeof purchaseMovements>,
} as const satisfies ProductFace; // oxfmt-ignore
