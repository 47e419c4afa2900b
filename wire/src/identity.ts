// Identity certification: what a customer hands in, and what became of it.
import { z } from 'zod';
import { accountId, defineAction, instant, text } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';

export const documentKinds = ['identity-card', 'passport', 'driving-licence', 'residence-permit'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** Of a passport one page says it all. */
export const needsBack = (kind: DocumentKind): boolean => kind !== 'passport';

export const failureReasons = [
  'picture-unclear',
  'picture-incomplete',
  'document-expired',
  'document-unsupported',
  'details-differ',
  'not-genuine',
  'under-age',
  'other-account',
] as const;
export type FailureReason = (typeof failureReasons)[number];

/** 0 not certified, 1 under review, 2 certified, 3 failed: it may be handed in again. */
export const certificationStatuses = ['0', '1', '2', '3'] as const;
const status = z.enum(certificationStatuses);
export type CertificationStatus = z.infer<typeof status>;
const reason = z.enum(failureReasons);

const handedIn = z.object({
  authentication_id: z.string(),
  /** ISO 3166, two letters. */
  country: z.string(),
  document_kind: z.enum(documentKinds),
  /** All but the last three signs hidden. */
  document_number: z.string(),
  name: z.string(),
  birth_date: z.string(),
  /** Null once the picture is kept no longer: another one is to be uploaded. */
  front: z.string().nullable(),
  /** Null for a passport too. */
  back: z.string().nullable(),
  submitted_at: instant,
  decided_at: instant.nullable(),
  reason: reason.nullable(),
});

const authentication = z.object({
  status,
  /** The latest; null where nothing was handed in. */
  latest: handedIn.nullable(),
  age_min: z.number().int(),
});
export type Authentication = z.infer<typeof authentication>;

/** Two signs more than the longest name that a passport's line holds, in whatever script. */
export const personNameMax = 100;
const documentFields = {
  account_id: accountId,
  country: text(2, 2),
  document_kind: z.enum(documentKinds),
  document_number: text(1, 40),
  name: text(1, personNameMax),
  /** 2001-12-31 */
  birth_date: text(10, 10),
  /** Paths of uploaded pictures. */
  front: text(1, 60),
  back: text(1, 60).optional(),
};
export type DocumentFields = z.infer<z.ZodObject<typeof documentFields>>;

const submitRefusals = [
  'certification-pending',
  'certified-already',
  'certification-changed',
  'document-malformed',
  'under-age',
  'picture-missing',
] as const;

export const getAuthentication = defineAction({
  who: 'self',
  selfIds: ['account_id'],
  reply: authentication,
  name: 'getAuthentication',
  summary: 'How far one’s certification is, and what was handed in last.',
  payload: z.strictObject({ account_id: accountId }),
  refusals: [],
});

export const insertAuthentication = defineAction({
  who: 'self',
  selfIds: ['account_id'],
  reply: authentication,
  name: 'insertAuthentication',
  leaves: { perDay: 20 },
  summary: 'Hand in one’s document for review, the first time.',
  payload: z.strictObject(documentFields),
  refusals: submitRefusals,
});

export const updateAuthentication = defineAction({
  who: 'self',
  selfIds: ['account_id'],
  reply: authentication,
  name: 'updateAuthentication',
  leaves: { perDay: 20 },
  summary: 'Hand it in again after a failure; pictures that were handed in before may be named again.',
  payload: z.strictObject(documentFields),
  refusals: submitRefusals,
});

/** In the account's room, once a case is decided. */
export const authenticationEvent = defineEvent({
  action: 'authentication',
  notify: z.object({ status, reason: reason.nullable() }),
});
