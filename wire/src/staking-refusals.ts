import type { RefusalKind } from './refusal-kind.ts';

export const stakingRefusals = {
  'pledge-terms-changed': { http: 409, text: 'These terms are not offered any more; reload the offer.' },
  'pledge-sold-out': {
    http: 200,
    text: 'Sold out: what is left of the quota or of the income that can be reserved, facts name it, is less.',
  },
  'pledge-debt': {
    http: 200,
    text: 'What you owe can not be staked: facts name the coin, how much is owed and how much more could be staked. Pay it back first.',
  },
  'pledge-share-reached': {
    http: 200,
    text: 'One account may hold a share of a plan’s quota and of the income that can be reserved; facts name how much more it may stake.',
  },
} as const satisfies Record<string, RefusalKind>;
