import type { withdrawalMovements } from '@candor/wire';
import { ArrowUpFromLine } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type withdrawals from '../text/en/withdrawals.json';

declare module '../text/keys.ts' {
  interface Areas {
    withdrawals: typeof withdrawals;
  }
}

const own = { needsLogin: true, isFull: true } as const;
const moved = { product: 'menuWithdraw' } as const;

export const withdrawalsFace = {
  name: 'withdrawals',
  textPart: 'withdrawals',
  // What proves a binding act is asked for in the words of the security centre.
  otherTexts: ['security', 'more', 'register'],
  routes: [
    { ...own, path: '/withdraw', index: 12, screen: 'withdrawals/withdraw', name: 'menuWithdraw' },
    { ...own, path: '/withdrawhistory', index: 13, screen: 'withdrawals/withdraw-history', name: 'menuWithdrawHistory' }, // oxfmt-ignore
    { ...own, path: '/withdrawn/:id', index: 14, screen: 'withdrawals/withdrawal', name: 'menuWithdrawHistory' },
    { path: '/address', index: 14, screen: 'withdrawals/addresses', name: 'menuAddresses', isFull: true },
    { path: '/addaddress', index: 15, screen: 'withdrawals/add-address', name: 'menuAddresses', isFull: true },
  ],
  menu: [{ to: '/withdraw', name: 'menuWithdraw', icon: ArrowUpFromLine, group: 'products' }],
  movements: {
    'withdrawal-reserved': { ...moved, name: 'reserved' },
    'withdrawal-returned': { ...moved, name: 'billReturned' },
    'withdrawal-sent': { ...moved, name: 'billWithdrawal' },
    'withdrawal-fee': { ...moved, name: 'billFee' },
  } satisfies WordsOf<typeof withdrawalMovements>,
} as const satisfies ProductFace;
