import type { RefusalKind } from './refusal-kind.ts';

export const contractsRefusals = {
  'contracts-off': { http: 403, text: 'Contracts are not offered here.' },
  'terms-changed': { http: 409, text: 'Other terms are in force than those that were named; reload them.' },
  'lever-too-high': { http: 400, text: 'The leverage is above the largest one that is offered, which facts name.' },
  'sheets-out-of-range': { http: 400, text: 'The number of sheets must lie between the limits that facts name.' },
  'trigger-wrong-side': {
    http: 400,
    text: 'Take-profit and stop-loss must lie on their sides of the price; facts name the field and the price.',
  },
  'margin-differs': { http: 400, text: 'usd_num is not the margin of this order; facts name what it must be.' },
  'margin-too-small': { http: 400, text: 'The margin is below the smallest one, which facts name; take more sheets.' },
  'margin-share-exceeded': {
    http: 200,
    text: 'More of your USDT would be at stake than the share that facts name; take a smaller amount.',
  },
  'close-under-way': { http: 409, text: 'A close of this position already waits for the next tick.' },
  'change-limit': { http: 409, text: 'This position was changed too often; it can only be closed as a whole.' },
} as const satisfies Record<string, RefusalKind>;
