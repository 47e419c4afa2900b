import type { depositMovements } from '@candor/wire';
import { ArrowDownToLine } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type deposits from '../text/en/deposits.json';

declare module '../text/keys.ts' {
  interface Areas {
    deposits: typeof deposits;
  }
}

const own = { needsLogin: true, isFull: true } as const;
const words = { product: 'menuDeposit' } as const;

export const depositsFace = {
  name: 'deposits',
  textPart: 'deposits',
  routes: [
    { ...own, path: '/recharge', index: 12, screen: 'deposits/deposit', name: 'menuDeposit' },
    { ...own, path: '/rechargehistory', index: 13, screen: 'deposits/deposit-history', name: 'menuDepositHistory' },
  ],
  menu: [{ to: '/recharge', name: 'menuDeposit', icon: ArrowDownToLine, group: 'products' }],
  movements: {
    'deposit-credited': { ...words, name: 'billDeposit' },
    'deposit-frozen': { ...words, name: 'reserved' },
    'deposit-released': { ...words, name: 'billReturned' },
  } satisfies WordsOf<typeof depositMovements>,
} as const satisfies ProductFace;
