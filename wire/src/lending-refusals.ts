import type { RefusalKind } from './refusal-kind.ts';

export const lendingRefusals = {
  'borrow-unfinished': { http: 200, text: 'There are still unfinished application records' },
  'borrow-terms-changed': {
    http: 409,
    text: 'The terms, what it costs or the agreement are not what was shown; facts name what holds. Look again.',
  },
  'borrow-out-of-range': {
    http: 400,
    text: 'The amount is outside of what these terms allow; facts name min and max.',
  },
  'borrow-limit': { http: 200, text: 'This is more than you may borrow; facts name your limit, available.' },
  'borrow-sold-out': { http: 200, text: 'So much can not be set aside for you at the moment; try a smaller amount.' },
  'borrow-real-only': { http: 403, text: 'An experience account can not borrow.' },
  'loan-overdue': {
    http: 403,
    text: 'What you borrowed is overdue: pay it back before any USDT goes into something new. What is open can be closed.',
  },
  'borrow-owed-changed': { http: 409, text: 'What is owed has changed; facts name it, total.' },
} as const satisfies Record<string, RefusalKind>;
