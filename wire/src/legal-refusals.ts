import type { RefusalKind } from './refusal-kind.ts';

export const legalRefusals = {
  'legal-not-accepted': {
    http: 403,
    text: 'There is a new version of the terms: accept it before anything new is done with money. What is open can be closed.',
    isCommon: true,
  },
} as const satisfies Record<string, RefusalKind>;
