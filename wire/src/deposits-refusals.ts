import type { RefusalKind } from './refusal-kind.ts';

export const depositsRefusals = {
  'network-off': {
    http: 503,
    text: 'This network is not available here at the moment; facts say why.',
    isRetryable: true,
  },
  'experience-no-deposit': { http: 403, text: 'An experience account holds bonus money alone and takes no deposits.' },
  'test-coins-limit': { http: 429, text: 'No more test coins today; facts say how often a day they are sent.' },
} as const satisfies Record<string, RefusalKind>;
