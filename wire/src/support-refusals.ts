import type { RefusalKind } from './refusal-kind.ts';

export const supportRefusals = {
  'support-tickets-open': {
    http: 429,
    text: 'As many of your requests are open as may be: facts name the number. Write to one of them, or close one.',
  },
  'support-closed': {
    http: 409,
    text: 'The request is closed, or has as many messages as it can hold. Open a new one.',
  },
} as const satisfies Record<string, RefusalKind>;
