import type { RefusalKind } from './refusal-kind.ts';

export const currenciesRefusals = {
  'currency-unknown': { http: 400, text: 'There is no such currency.' },
  'rate-old': {
    http: 200,
    text: 'The rate of this currency is older than two working days, missing, or being checked because a newer list is far from it. Nothing is bought in it until there is a good one.',
  },
} as const satisfies Record<string, RefusalKind>;
