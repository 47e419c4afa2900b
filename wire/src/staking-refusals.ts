import type { RefusalKind } from './refusal-kind.ts';

export const stakingRefusals = {
  'pledge-terms-changed': { http: 409, text: 'These terms are not offered any more; reload the offer.' },
  'pledge-sold-out': {
    http: 200,
    text: 'Sold out: what is left of the quota or of the income that can be reserved, facts name it, is less.',
  },
  'pledge-share-reached': {
    http: 200,
    text: 'One account may hold a share of a plan’s quota and of the income that can be reserved; facts name how much more it may stake.',
  },
} as const satisfies Record<string, RefusalKind>;
