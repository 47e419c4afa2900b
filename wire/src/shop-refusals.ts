import type { RefusalKind } from './refusal-kind.ts';

export const shopRefusals = {
  'already-bought': {
    http: 200,
    text: 'You have a ticket of this period already: there is one for each person.',
  },
  'vip-required': {
    http: 200,
    text: 'This good is for customers of a higher VIP level; facts name the level that it asks for and your own.',
  },
  'tickets-sold-out': { http: 200, text: 'All tickets of this period are sold.' },
  'period-closed': { http: 409, text: 'The period is closed already.' },
  'shop-real-only': { http: 403, text: 'Prize draws are for real accounts, not for experience accounts.' },
  'address-malformed': { http: 400, text: 'The address lacks something, or is too long; facts name the field.' },
  'prize-settled': { http: 409, text: 'What becomes of this prize is decided already; facts name its state.' },
} as const satisfies Record<string, RefusalKind>;
