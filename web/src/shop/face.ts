import type { shopMovements } from '@candor/wire';
import { Gift } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type shop from '../text/en/shop.json';

declare module '../text/keys.ts' {
  interface Areas {
    shop: typeof shop;
  }
}

const page = { name: 'menuShop', isFull: true } as const;
const moved = { product: 'menuShop' } as const;

export const shopFace = {
  name: 'shop',
  textPart: 'shop',
  routes: [
    { ...page, path: '/indexGood', index: 12, screen: 'shop/goods' },
    { ...page, path: '/good/:id', index: 13, screen: 'shop/good' },
    { ...page, path: '/periodsList/:id', index: 14, screen: 'shop/periods' },
    { ...page, path: '/period/:id', index: 15, screen: 'shop/period' },
    { ...page, path: '/orderSuccess/:id', index: 15, screen: 'shop/order-success', needsLogin: true },
    { ...page, path: '/myOrder', index: 13, screen: 'shop/shop-orders', name: 'menuOrders', needsLogin: true },
  ],
  menu: [{ to: '/indexGood', name: 'menuShop', icon: Gift, isFirst: true, group: 'products' }],
  movements: {
    'ticket-bought': { ...moved, name: 'billTicket' },
    'ticket-spent': { ...moved, name: 'billTicketSpent' },
    'ticket-refunded': { ...moved, name: 'billReturned' },
    'ticket-rebate': { ...moved, name: 'billRebate' },
    'ticket-prize': { ...moved, name: 'billPrize' },
  } satisfies WordsOf<typeof shopMovements>,
} as const satisfies ProductFace;
