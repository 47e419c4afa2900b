import type { RefusalKind } from './refusal-kind.ts';

export const dataRefusals = {
  'export-too-soon': {
    http: 429,
    text: 'A copy of your data was made within the last 24 hours; wait the seconds that facts name.',
  },
  'export-not-ready': { http: 409, text: 'The copy of your data is not ready yet.' },
  'export-gone': { http: 404, text: 'There is no such copy of your data, or not any more.' },
  'balances-left': {
    http: 409,
    text: 'Close what is open and withdraw all balances first; an account is closed with nothing in it.',
  },
  'experience-only': { http: 409, text: 'An experience account is closed with the account that it belongs to.' },
} as const satisfies Record<string, RefusalKind>;
