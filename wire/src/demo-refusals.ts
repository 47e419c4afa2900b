import type { RefusalKind } from './refusal-kind.ts';

export const demoRefusals = {
  'faucet-limit': { http: 429, text: 'The faucet gives no more of this coin today.' },
  'bonuses-off': { http: 403, text: 'Bonuses are not offered here.' },
  'experience-exists': { http: 409, text: 'There is an experience account already.' },
} as const satisfies Record<string, RefusalKind>;
