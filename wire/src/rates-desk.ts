// Rates of currencies as operators see them: what is in force and until when, what is late, and what the source answered.
import { z } from 'zod';
import { currencyCodes, rateSources } from './currencies.ts';
import { defineEndpoint, instant } from './endpoint.ts';
import { operatorRoles } from './operator-roles.ts';

/**
 * good: bought at. late: bought at, but a newer list should be there. old, doubted, missing: nothing is bought in the currency.
 * A doubted rate is one that the source contradicts with a rate which is too far from it.
 */
export const rateStates = ['good', 'late', 'old', 'doubted', 'missing'] as const;
export type RateState = (typeof rateStates)[number];

/** new: a list of a newer day. same: of the day that was known. older: of an earlier day, and not taken. failed: no list. */
export const rateAnswerOutcomes = ['new', 'same', 'older', 'failed'] as const;
export type RateAnswerOutcome = (typeof rateAnswerOutcomes)[number];

/** So many of its newest answers are shown. */
export const rateAnswersMax = 20;

const codes = z.array(z.enum(currencyCodes));
const answer = z.object({
  outcome: z.enum(rateAnswerOutcomes),
  /** YYYY-MM-DD. */
  day: z.string().nullable(),
  /** Why there was no list; '' if there was one. */
  reason: z.string(),
  /** Listed before, and left out. */
  missing: codes,
  /** Too far from the last rate, and not taken. */
  doubted: codes,
  /** Listed again for the same day with another number; the first one stays. */
  changed: codes,
});

export const getRatesDesk = defineEndpoint({
  method: 'GET',
  path: '/api/rates-desk',
  summary:
    'Each currency with its rate, until when it is good and what is wrong with it, and what the source of rates answered.',
  who: { operator: operatorRoles },
  payload: z.strictObject({}),
  reply: z.object({
    /** Whether a source is configured. */
    has_source: z.boolean(),
    currencies: z.array(
      z.object({
        code: z.enum(currencyCodes),
        /** Whether coins are sold in it. */
        is_offered: z.boolean(),
        state: z.enum(rateStates),
        /** Units of it for one US dollar. */
        per_usd: z.string().nullable(),
        /** YYYY-MM-DD. */
        day: z.string().nullable(),
        source: z.enum(rateSources).nullable(),
        good_until: instant.nullable(),
        /** When a newer list of the source should be there at the latest; null if the source never listed it. */
        expected_by: instant.nullable(),
        /** What the source listed and was not taken. */
        doubt: z
          .object({ per_usd: z.string(), day: z.string(), seen_at: instant, is_answered: z.boolean() })
          .nullable(),
      }),
    ),
    answers: z.array(answer.extend({ first_at: instant, last_at: instant, times: z.number().int() })),
  }),
  refusals: [],
});

export const askRates = defineEndpoint({
  method: 'POST',
  path: '/api/rates-desk/ask',
  summary: 'Asks the source of rates now instead of within the hour. The reply is what it answered.',
  who: { operator: ['treasurer', 'risk', 'administrator'] },
  weight: 10,
  payload: z.strictObject({}),
  reply: answer,
  refusals: ['rates-no-source', 'busy'],
});
