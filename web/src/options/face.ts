import type { optionMovements } from '@candor/wire';
import type { ProductFace, WordsOf } from '../session/product-face.ts';
import type options from '../text/en/options.json';

declare module '../text/keys.ts' {
  interface Areas {
    options: typeof options;
  }
}

const option = { product: 'menuSeconds', receipt: 'option' } as const;

export const optionsFace = {
  name: 'options',
  textPart: 'market',
  movements: {
    'option-placed': { ...option, name: 'billOptionPlaced' },
    'option-returned': { ...option, name: 'billOptionReturned' },
    'option-won': { ...option, name: 'billProfit' },
    'option-lost': { ...option, name: 'billOptionLost' },
  } satisfies WordsOf<typeof optionMovements>,
} as const satisfies ProductFace;
