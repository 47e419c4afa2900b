import type { lendingMovements } from '@candor/wire';
import { HandCoins } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type lending from '../text/en/lending.json';

declare module '../text/keys.ts' {
  interface Areas {
    lending: typeof lending;
  }
}

const open = { name: 'menuBorrow', isFull: true } as const;
const own = { name: 'menuBorrowHistory', needsLogin: true, isFull: true } as const;
const moved = { product: 'menuBorrow' } as const;

export const lendingFace = {
  name: 'lending',
  textPart: 'lending',
  routes: [
    { ...open, path: '/borrow', index: 12, screen: 'lending/borrow' },
    { ...open, path: '/borrowAgreement', index: 13, screen: 'lending/borrow-agreement', needsLogin: true },
    { ...own, path: '/borrowhistory', index: 13, screen: 'lending/borrow-history' },
    { ...own, path: '/borrowed/:id', index: 14, screen: 'lending/borrow-record' },
    { ...own, path: '/acceptedAgreement/:id', index: 15, screen: 'lending/accepted-agreement' },
  ],
  menu: [{ to: '/borrow', name: 'menuBorrow', icon: HandCoins, isFirst: true, group: 'products' }],
  movements: {
    'loan-reserved': { ...moved, name: 'reserved' },
    'loan-released': { ...moved, name: 'billReturned' },
    'loan-paid-out': { ...moved, name: 'billBorrowed' },
    'loan-repaid': { ...moved, name: 'billPaidBack' },
    'loan-cost': { ...moved, name: 'billBorrowCost' },
  } satisfies WordsOf<typeof lendingMovements>,
} as const satisfies ProductFace;
