// Which versions of the legal texts a customer has accepted, and that of new ones.
import { z } from 'zod';
import { defineEndpoint, wholeNumber } from './endpoint.ts';

/** What whoever opens an account accepts; of the terms each new version is asked about before anything new is done with money. */
export const acceptedTexts = ['terms', 'privacy'] as const;
export type AcceptedText = (typeof acceptedTexts)[number];

const state = z.object({
  /** The version that is in force; null where nothing is published. */
  current: z.number().int().nullable(),
  /** The newest that was accepted. */
  accepted: z.number().int().nullable(),
});

const acceptance = z.object({
  terms: state,
  privacy: state,
  /** Nothing new is done with money until the terms are accepted. */
  is_owed: z.boolean(),
});
export type LegalAcceptance = z.infer<typeof acceptance>;

export const queryLegalAcceptance = defineEndpoint({
  method: 'POST',
  path: '/api/legal/acceptance',
  leaves: 'nothing',
  summary: 'Which versions of the terms and the privacy policy are in force, and which you have accepted.',
  who: 'self',
  payload: z.strictObject({}),
  reply: acceptance,
  refusals: [],
});

export const acceptLegal = defineEndpoint({
  method: 'POST',
  path: '/api/legal/accept',
  leaves: { perDay: 100 },
  summary: 'Accept the versions that are in force; others are refused, so that nobody accepts what was not shown.',
  who: 'self',
  payload: z.strictObject({ terms: wholeNumber(1, 1_000_000), privacy: wholeNumber(1, 1_000_000) }),
  reply: acceptance,
  refusals: ['terms-changed'],
});
