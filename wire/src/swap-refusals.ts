import type { RefusalKind } from './refusal-kind.ts';

export const swapRefusals = {
  'swap-same-coin': { http: 400, text: 'Choose two different coins.' },
  'swap-too-small': { http: 400, text: 'A swap is worth at least what facts name, in USDT.' },
  'swap-day-limit': {
    http: 200,
    text: 'So many swaps were placed today that the next one has a larger smallest value, which facts name; until says when the count begins anew.',
  },
  'swap-house-short': { http: 200, text: 'The house does not hold enough of this coin now; try a smaller amount.' },
  'swap-limit-pair': { http: 400, text: 'A limit is between USDT and another coin.' },
  'quote-unknown': { http: 400, text: 'This is no quote; ask for a new one.' },
  'quote-foreign': { http: 403, text: 'This quote was made for somebody else.' },
  'quote-altered': { http: 400, text: 'This is not what was quoted; ask for a new quote.' },
  'quote-expired': { http: 409, text: 'The quote has expired; ask for a new one.' },
  'quote-used': { http: 409, text: 'This quote was accepted already.' },
  'quote-moved': { http: 200, text: 'The rate has moved since the quote; facts are a new one.' },
} as const satisfies Record<string, RefusalKind>;
