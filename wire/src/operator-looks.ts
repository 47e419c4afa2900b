// How much of customers each operator looked at, for those who watch over it.
import { z } from 'zod';
import { defineEndpoint, instant } from './endpoint.ts';

/** customers: shown whole. pages: of lists and searches. exports: lists as tables. documents: opened cases of identities. */
export const lookKinds = ['customers', 'pages', 'exports', 'documents'] as const;

const looked = z.object({
  operator: z.string(),
  kind: z.enum(lookKinds),
  /** Within 24 hours and within seven days. */
  day: z.number().int(),
  week: z.number().int(),
  /** The most within one hour of the clock in these seven days, and the start of that hour. */
  peak: z.number().int(),
  peak_at: instant,
  /** What the setting operator-looks allows; null where it has no bound. */
  hour_bound: z.number().int().nullable(),
  day_bound: z.number().int().nullable(),
});
export type LookedMessage = z.infer<typeof looked>;

export const listLooks = defineEndpoint({
  method: 'GET',
  path: '/api/looks',
  summary:
    'How much of customers each operator looked at within seven days, by kind, with the busiest hour and the bounds in force.',
  who: { operator: ['auditor', 'administrator'] },
  payload: z.strictObject({}),
  reply: z.object({ looks: z.array(looked) }),
  refusals: [],
});
