// Failures of the app in browsers, as their own server hears of them: what failed where, and nothing of whom.
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';

export const reportFailure = defineEndpoint({
  method: 'POST',
  path: '/api/failures/report',
  summary:
    'Say that the app failed in this browser, so that it is counted by message and place. A message with digits or with ' +
    'an @ is not accepted, for it might hold something of a person.',
  who: 'anyone',
  weight: 5,
  payload: z.strictObject({
    message: z
      .string()
      .min(1)
      .max(160)
      .regex(/^[ -/:-?A-~\u00a0-\uffff]*$/),
    /** A file of the app with line and column, or `unknown`. */
    place: z.string().regex(/^[\w.-]{1,80}(?::\d{1,7}){0,2}$/),
  }),
  reply: z.object({}),
  refusals: [],
});
