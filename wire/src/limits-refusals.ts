import type { RefusalKind } from './refusal-kind.ts';

/** What an account has set against putting money at risk; in the order in which it is looked at. */
export const limitRefusalCodes = ['trading-paused', 'own-stake-limit', 'own-loss-limit'] as const;

export const limitsRefusals = {
  'trading-paused': {
    http: 403,
    text: 'You have taken a break from trading; facts name until when. What is open can be closed.',
  },
  'own-stake-limit': { http: 200, text: 'The limit for one order that you have set yourself, which facts name.' },
  'own-loss-limit': {
    http: 200,
    text: 'A loss limit of your own: facts name what is left of it, counting the stakes of running orders, and until when the period lasts.',
  },
} as const satisfies Record<(typeof limitRefusalCodes)[number], RefusalKind>;
