// What operators do about experience accounts: one is offered to a customer who was not invited, and the customer opens it.
import { z } from 'zod';
import { defineAct } from './act.ts';
import { accountId } from './endpoint.ts';

export const offerExperience = defineAct({
  kind: 'offer-experience-account',
  concernsAccount: true,
  summary: 'The customer may open an experience account, once, as if somebody had invited him.',
  body: z.strictObject({ account_id: accountId }),
  proposers: ['support'],
  approvers: ['risk', 'administrator'],
  lifeMs: 7 * 24 * 3_600_000,
  refusals: ['account-unknown', 'bonuses-off', 'experience-exists', 'experience-offered'],
});
