// A rate as two operators set it, where no source gives a fresh one.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { currencyCodes } from './currencies.ts';
import { amountText } from './endpoint.ts';

export const setCurrencyRate = defineAct({
  kind: 'set-currency-rate',
  summary: 'A rate of today for a currency of which no fresh one comes from the configured source.',
  body: z.strictObject({
    currency: z.enum(currencyCodes).exclude(['USD']),
    /** Units of it for one US dollar. */
    per_usd: amountText,
  }),
  proposers: ['treasurer'],
  approvers: ['risk', 'administrator'],
  lifeMs: 24 * 3_600_000,
  refusals: ['amount-malformed', 'rate-from-source', 'rate-too-far', 'rate-changed'],
});
