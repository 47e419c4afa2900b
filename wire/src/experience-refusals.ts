import type { RefusalKind } from './refusal-kind.ts';

export const experienceRefusals = {
  'experience-not-invited': { http: 403, text: 'Experience accounts are for customers who were invited.' },
  'experience-none-left': { http: 409, text: 'No experience accounts are left today; try again tomorrow.' },
} as const satisfies Record<string, RefusalKind>;
