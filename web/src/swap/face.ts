import type { swapMovements } from '@candor/wire';
import { ArrowLeftRight } from 'lucide-react';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type swap from '../text/en/swap.json';

declare module '../text/keys.ts' {
  interface Areas {
    swap: typeof swap;
  }
}

const words = { product: 'menuSwap', receipt: 'swap' } as const;

export const swapFace = {
  name: 'swap',
  textPart: 'swap',
  routes: [{ path: '/exchange', index: 12, screen: 'swap/swap', name: 'menuSwap', needsLogin: true, isFull: true }],
  menu: [{ to: '/exchange', name: 'menuSwap', icon: ArrowLeftRight, group: 'products' }],
  movements: {
    'swap-placed': { ...words, name: 'reserved' },
    'swap-promised': { ...words, name: 'reserved' },
    'swap-given': { ...words, name: 'swap' },
    'swap-received': { ...words, name: 'swap' },
    'swap-returned': { ...words, name: 'billReturned' },
    'swap-released': { ...words, name: 'billReturned' },
  } satisfies WordsOf<typeof swapMovements>,
  ordersOf: { swap: '/exchange?part=history' },
} as const satisfies ProductFace;
