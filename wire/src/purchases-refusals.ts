import type { RefusalKind } from './refusal-kind.ts';

export const purchasesRefusals = {
  'purchase-experience': { http: 200, text: 'An experience account has bonus money alone and can not buy coins.' },
  'purchase-off': { http: 200, text: 'Coins are not sold for this currency at the moment.' },
  'purchase-out-of-range': { http: 200, text: 'The amount is not between the least and the most, facts name both.' },
  'purchase-day-limit': { http: 200, text: 'More than may be ordered in this currency on a day; facts name what is left.' },
  'purchases-paused': { http: 200, text: 'Too many orders were not paid today, so buying pauses until the next day (UTC).' },
  'purchases-blocked': { http: 200, text: 'Orders were said to be paid and were not, so buying is blocked; facts name until when.' },
  'purchase-moved': { http: 200, text: 'The price has moved, or the fee has risen: facts name how much the money buys now.' },
  'purchase-house-short': { http: 200, text: 'The house does not hold that much of the coin at the moment.' },
  'coin-accuracy-wrong': { http: 400, text: 'The coin has another number of decimals, facts name it.' },
} as const satisfies Record<string, RefusalKind>; // oxfmt-ignore
