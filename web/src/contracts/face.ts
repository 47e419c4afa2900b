import type { contractMovements } from '@candor/wire';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type contracts from '../text/en/contracts.json';

declare module '../text/keys.ts' {
  interface Areas {
    contracts: typeof contracts;
  }
}

const contract = { product: 'menuCfd', receipt: 'contract' } as const;

export const contractsFace = {
  name: 'contracts',
  textPart: 'contracts',
  otherTexts: ['market'],
  openOrders: async () => (await import('./open-positions.ts')).openPositions,
  movements: {
    'contract-placed': { ...contract, name: 'reserved' },
    'contract-cancelled': { ...contract, name: 'billReturned' },
    'contract-opened': { ...contract, name: 'margin' },
    'contract-fee': { ...contract, name: 'billFee' },
    'contract-margin-added': { ...contract, name: 'margin' },
    'contract-returned': { ...contract, name: 'billReturned' },
    'contract-profit': { ...contract, name: 'billProfit' },
    'contract-loss': { ...contract, name: 'billLoss' },
  } satisfies WordsOf<typeof contractMovements>,
} as const satisfies ProductFace;
