// The review of identities on the wire, for operators: the queue, one case with its pictures, and the decision.
import { z } from 'zod';
import { defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { documentKinds, failureReasons } from './identity.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';

/** For how long a claim holds. */
export const reviewClaimMs = 30 * 60_000;

const who = { operator: ['identity-reviewer'] } as const;
/** Administrators give claims back; details and pictures they see only of an act that they have claimed. */
const looks = { operator: ['identity-reviewer', 'administrator'] } as const;
const caseId = text(1, 40);
/** withdrawn: the account was closed while its document was under review. */
const states = ['review', 'approved', 'failed', 'withdrawn'] as const;
const sides = ['front', 'back'] as const;

const listed = z.object({
  case_id: z.string(),
  account_id: z.string(),
  state: z.enum(states),
  country: z.string(),
  document_kind: z.enum(documentKinds),
  /** 1 for the first of the account. */
  attempt: z.number().int(),
  submitted_at: instant,
  /** Null unless somebody has it now. */
  claimed_by: z.string().nullable(),
  claimed_until: instant.nullable(),
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  reason: z.enum(failureReasons).nullable(),
});

/** Another case that has something in common with this one. */
const duplicate = z.object({
  case_id: z.string(),
  account_id: z.string(),
  state: z.enum(states),
  /** look: a picture that looks like one of this case; a copy, or another document of the same kind. */
  same: z.array(z.enum(['document', 'picture', 'person', 'look'])),
  /** Where the pictures are that certify it, for who compares it by a proposal to approve; null once the time to keep one is over. */
  pictures: z.array(z.object({ side: z.enum(sides), path: z.string().nullable() })),
});

const opened = listed.extend({
  document_number: z.string(),
  name: z.string(),
  birth_date: z.string(),
  age: z.number().int(),
  /** Where its pictures are, for who may look at it. */
  front: z.string(),
  back: z.string().nullable(),
  duplicates: z.array(duplicate),
  /** Its document or a picture of it certifies another account: two persons approve it as an act. */
  needs_second: z.boolean(),
});
export type IdentityCase = z.infer<typeof opened>;
export type ListedIdentityCase = z.infer<typeof listed>;

const sorts = ['submitted_at', 'decided_at'] as const;
const filters = { state: z.enum(states).optional(), country: z.string().max(2).optional() };

export const listIdentityCases = defineEndpoint({
  method: 'GET',
  path: '/api/identity/cases',
  summary: 'Cases: those under review with the oldest first, others with the latest first.',
  who: looks,
  looksAt: 'identity-cases-listed',
  payload: z.strictObject({ ...filters, ...listPage(...sorts) }),
  reply: listOf(listed),
  refusals: [],
});

export const exportIdentityCases = defineEndpoint({
  method: 'GET',
  path: '/api/identity/cases/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who: looks,
  weight: 10,
  form: 'csv',
  looksAt: 'identity-cases-listed',
  payload: z.strictObject({ ...filters, sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: [],
});

export const getIdentityCase = defineEndpoint({
  method: 'GET',
  path: '/api/identity/cases/:case_id',
  summary:
    'One case; its details and duplicates come with it for who has claimed it now, or the proposal to approve it, and that look is in the audit log.',
  who: looks,
  looksAt: 'identity-case-listed',
  payload: z.strictObject({ case_id: caseId }),
  reply: listed.extend({ opened: opened.nullable() }),
  refusals: ['not-found', 'looks-used-up'],
});

export const claimIdentityCase = defineEndpoint({
  method: 'POST',
  path: '/api/identity/cases/claim',
  summary:
    'Take a case under review for half an hour, and not again within an hour after that; with it come its details, and its duplicates. ' +
    'Each look is in the audit log.',
  who,
  looksAt: 'identity-case-viewed',
  payload: z.strictObject({ case_id: caseId }),
  reply: opened,
  refusals: ['not-found', 'claimed-by-other', 'claimed-lately', 'case-decided', 'looks-used-up'],
});

export const releaseIdentityCase = defineEndpoint({
  method: 'POST',
  path: '/api/identity/cases/release',
  summary: 'Give a case back before its half hour is over; an administrator can do it for anybody.',
  who: looks,
  looksAt: 'identity-case-listed',
  payload: z.strictObject({ case_id: caseId }),
  reply: listed,
  refusals: ['not-found', 'claimed-by-other', 'case-decided'],
});

export const viewIdentityPicture = defineEndpoint({
  method: 'GET',
  path: '/api/identity/cases/:case_id/picture/:side',
  summary:
    'A picture of a case that one has claimed, or whose approval another proposed and one has claimed, drawn over with who looks and when. ' +
    'Each look is in the audit log.',
  who: looks,
  weight: 5,
  form: 'jpeg',
  looksAt: 'identity-picture-viewed',
  payload: z.strictObject({ case_id: caseId, side: z.enum(sides) }),
  reply: z.string(),
  refusals: ['not-found', 'claim-first', 'looks-used-up'],
});

export const viewTwinPicture = defineEndpoint({
  method: 'GET',
  path: '/api/identity/cases/:case_id/twins/:twin/picture/:side',
  summary:
    'A picture that certifies another account, beside the case of the same document: for who has claimed the proposal to approve that case, ' +
    'and for who made it while he has the case. Each look is in the audit log, of the account whose picture it is.',
  who: looks,
  weight: 5,
  form: 'jpeg',
  looksAt: 'identity-picture-viewed',
  payload: z.strictObject({ case_id: caseId, twin: caseId, side: z.enum(sides) }),
  reply: z.string(),
  refusals: ['not-found', 'claim-first', 'looks-used-up'],
});

export const approveIdentity = defineEndpoint({
  method: 'POST',
  path: '/api/identity/cases/approve',
  summary: 'The document is genuine, the customer’s own and says what was typed: the account is certified. What certifies another account already, two persons approve as an act.', // oxfmt-ignore
  who,
  needsStepUp: true,
  looksAt: 'identity-case-listed',
  payload: z.strictObject({ case_id: caseId }),
  reply: listed,
  refusals: ['not-found', 'claim-first', 'case-decided', 'under-age', 'second-person-needed', 'own-account'],
});

export const failIdentity = defineEndpoint({
  method: 'POST',
  path: '/api/identity/cases/fail',
  summary: 'It can not be approved; the customer reads why in their language, and may hand it in again.',
  who,
  needsStepUp: true,
  looksAt: 'identity-case-listed',
  payload: z.strictObject({ case_id: caseId, reason: z.enum(failureReasons) }),
  reply: listed,
  refusals: ['own-account', 'not-found', 'claim-first', 'case-decided'],
});
