// Rates of currencies as operators see them: which are in force and until when, which are late, and what the source answered.
import { z } from 'zod';
import { currencyCodes, rateSources } from './currencies.ts';
import { defineEndpoint, instant } from './endpoint.ts';
import { operatorRoles } from './operator-roles.ts';

/**
 * good: customers can buy. late: customers can buy, but a newer list is overdue. old, doubted, missing: nobody can buy in the currency.
 * A rate is doubted if the source listed a rate that is too far from it.
 */
export const rateStates = ['good', 'late', 'old', 'doubted', 'missing'] as const;
export type RateState = (typeof rateStates)[number];

/** new: list of a newer day. same: list of the known day. older: list of an earlier day, not stored. failed: no list. */
export const rateAnswerOutcomes = ['new', 'same', 'older', 'failed'] as const;
export type RateAnswerOutcome = (typeof rateAnswerOutcomes)[number];

/** Number of the source's newest answers that are shown. */
export const rateAnswersMax = 20;

const codes = z.array(z.enum(currencyCodes));
const answer = z.object({
  outcome: z.enum(rateAnswerOutcomes),
  /** YYYY-MM-DD. */
  day: z.string().nullable(),
  /** Reason why the source sent no list; '' if it sent one. */
  reason: z.string(),
  /** Listed before, but not in this list. */
  missing: codes,
  /** Too far from the last rate, and therefore rejected. */
  doubted: codes,
  /** Listed again for the same day with another number. The first number is kept. */
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
        /** When a newer list of the source is expected at the latest; null if the source never listed the currency. */
        expected_by: instant.nullable(),
        /** Rate that the source listed and that was rejected. */
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
