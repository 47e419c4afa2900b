// What is asked of swaps. Apart from what events bring, which every page has.
import { z } from 'zod';
import { accountId, amountText, defineEndpoint, instant, text, wholeNumber } from './endpoint.ts';
import { swapOrder } from './swap.ts';

const pair = {
  /** The coin that is given. */
  baseCurrency: text(1, 10),
  /** The coin that is received. */
  quoteCurrency: text(1, 10),
};

const pairRefusals = ['unknown-coin', 'swap-same-coin', 'market-degraded', 'market-halted'] as const;
const placeRefusals = [
  ...pairRefusals,
  'verification-required',
  'amount-malformed',
  'too-many-decimals',
  'swap-too-small',
  'swap-day-limit',
  'swap-house-short',
  'insufficient-balance',
  'key-malformed',
  'key-reused',
  'busy',
] as const;

export const getExchangeRate = defineEndpoint({
  method: 'POST',
  path: '/api/exchange/rate',
  leaves: 'nothing',
  summary: 'A quote for one coin against another at the index: good once, for its owner, for five seconds.',
  who: 'self',
  payload: z.strictObject({
    ...pair,
    amount: amountText,
    /** Which of the two coins the amount is of. */
    amount_of: z.enum(['base', 'quote']).default('base'),
  }),
  reply: z.object({
    quote_id: z.string(),
    baseCurrency: z.string(),
    quoteCurrency: z.string(),
    /** How much of quoteCurrency one of baseCurrency is worth. */
    price: z.string(),
    /** The same the other way round. */
    inverse_price: z.string(),
    base_amount: z.string(),
    quote_amount: z.string(),
    /** Always 0. */
    fee: z.string(),
    expires_at: instant,
    /** Of the account today: how many swaps it placed, how many may be placed at the smallest value, and what that is now, in USDT. */
    day: z.object({ placed: z.number().int(), swaps: z.number().int(), least_value: z.string(), ends_at: instant }),
  }),
  refusals: ['amount-malformed', 'too-many-decimals', 'swap-too-small', 'swap-day-limit', ...pairRefusals],
});

export const submitExchange = defineEndpoint({
  method: 'POST',
  path: '/api/exchange/submit',
  leaves: 'own-limit',
  summary: 'Accepts a quote. The first ticks after it decide: at the index, unless it has moved too far since.',
  who: 'self',
  movesMoney: true,
  selfIds: ['account_id'],
  payload: z.strictObject({ account_id: accountId, quote_id: text(1, 1_000), ...pair }),
  reply: swapOrder,
  refusals: ['loan-overdue', ...placeRefusals, 'quote-unknown', 'quote-foreign', 'quote-altered', 'quote-expired', 'quote-used', 'quote-moved'],
  statusOf: { 'insufficient-balance': 2 },
}); // oxfmt-ignore

export const submitLimitExchange = defineEndpoint({
  method: 'POST',
  path: '/api/exchange/limit',
  leaves: 'own-limit',
  summary:
    'Gives at most this much as soon as the index reaches a rate; what is not needed then comes back. How many of an account wait, how far above the market they lie, and which share of what the house can still promise of the coin they hold, says the setting swap-terms.',
  who: 'self',
  movesMoney: true,
  selfIds: ['account_id'],
  payload: z.strictObject({
    account_id: accountId,
    ...pair,
    amount: amountText,
    /** At least so much of quoteCurrency for one of baseCurrency. */
    price: amountText,
    /** It waits this many hours. */
    hours: wholeNumber(1, 720).default(24),
  }),
  reply: swapOrder,
  refusals: [
    'loan-overdue',
    ...placeRefusals,
    'swap-limit-pair',
    'limit-price-crossed',
    'limit-price-too-far',
    'open-orders-limit',
  ],
  statusOf: { 'insufficient-balance': 2 },
});

export const cancelExchange = defineEndpoint({
  method: 'POST',
  path: '/api/exchange/cancel',
  leaves: 'taken-back',
  summary: 'Ends a waiting limit: ticks of the next moment may still fill it.',
  who: 'self',
  movesMoney: true,
  mayBeLate: true,
  isForFrozen: true,
  payload: z.strictObject({ exchange_id: text(1, 40) }),
  reply: swapOrder,
  refusals: ['not-found', 'order-changed', 'order-not-cancellable', 'key-malformed', 'key-reused', 'busy'],
});
