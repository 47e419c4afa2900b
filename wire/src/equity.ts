// What an account is worth, to tell what a day brought.
import { z } from 'zod';
import { accountId, defineAction, instant, wholeNumber } from './endpoint.ts';

/** How far back one may ask: a day that began anywhere on earth. */
export const openingAgeMaxMs = 48 * 3_600_000;

export const queryOpeningEquity = defineAction({
  name: 'queryOpeningEquity',
  summary:
    'What your account was worth in USDT at an instant of the last 48 hours, balances and open gains at the prices of then, and what was paid in or out since.',
  who: 'self',
  selfIds: ['user_id'],
  weight: 3,
  payload: z.strictObject({ user_id: accountId, at: instant }),
  reply: z.object({
    at: instant,
    /** When it was worked out. */
    now: instant,
    /** Null where something that the account held then had no price yet. */
    equity: z.string().nullable(),
    /** Paid in less what was paid out, each at its price of then; with a sign when more went out. */
    transferred: z.string().nullable(),
  }),
  refusals: [],
});

export const equityDaysMax = 30;

export const queryEquityHistory = defineAction({
  name: 'queryEquityHistory',
  summary: `What your account was worth in USDT at an instant of the last 48 hours and at the same time of up to ${equityDaysMax} days before, oldest first: balances and open gains at the prices of then.`,
  who: 'self',
  selfIds: ['user_id'],
  weight: 10,
  payload: z.strictObject({ user_id: accountId, until: instant, days: wholeNumber(1, equityDaysMax) }),
  reply: z.object({
    /** Equity is null where something that the account held then had no price yet. */
    days: z.array(z.object({ at: instant, equity: z.string().nullable() })),
  }),
  refusals: [],
});
