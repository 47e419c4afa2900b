import type { stakingMovements } from '@candor/wire';
import { Coins } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type staking from '../text/en/staking.json';

declare module '../text/keys.ts' {
  interface Areas {
    staking: typeof staking;
  }
}

const own = { name: 'menuStaking', needsLogin: true, isFull: true } as const;
const moved = { product: 'menuStaking' } as const;

export const stakingFace = {
  name: 'staking',
  textPart: 'staking',
  routes: [
    { ...own, path: '/myPledge', index: 12, screen: 'staking/pledges' },
    { ...own, path: '/openPledge/:id', index: 13, screen: 'staking/open-pledge' },
    { ...own, path: '/pledge/:id', index: 13, screen: 'staking/pledge' },
    { ...own, path: '/myPledgeMx', index: 13, screen: 'staking/pledge-income', name: 'menuStakingIncome' },
  ],
  menu: [{ to: '/myPledge', name: 'menuStaking', icon: Coins, isFirst: true, group: 'products' }],
  movements: {
    'pledge-opened': { ...moved, name: 'billStaked' },
    'pledge-income': { ...moved, name: 'billStakingIncome' },
    'pledge-returned': { ...moved, name: 'billReturned' },
  } satisfies WordsOf<typeof stakingMovements>,
} as const satisfies ProductFace;
