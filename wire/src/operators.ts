// Operators on the wire: how they come in, what they may, and who else does. The console's port serves these calls, no other.
import { z } from 'zod';
import { defineEndpoint, instant, text, wholeNumber } from './endpoint.ts';
import { tableRowsMax } from './lists.ts';
import { operatorRoles } from './operator-roles.ts';
import { proofAnswerMax } from './proof-fields.ts';

/** How long a session lives without being used and at most, how long a second factor counts as shown, and how long a link is good. */
export const operatorTiming = {
  idleMs: 15 * 60_000,
  wholeMs: 12 * 3_600_000,
  stepUpMs: 5 * 60_000,
  invitationMs: 3_600_000,
} as const;
export const operatorPasswordLength = { min: 12, max: 128 } as const;
export const operatorNameForm = /^[a-z][a-z0-9.-]{1,62}$/;
export const recoveryCodesCount = 10;

const operatorRole = z.enum(operatorRoles);
const operatorName = z.string().regex(operatorNameForm);
/** Six digits of the authenticator, or a recovery code such as `k7mq2-x9dta`. */
const secondFactor = text(6, 20);
const linkToken = text(64, 64);
const done = z.object({});

export const signedInOperator = z.object({
  operator_id: z.string(),
  name: z.string(),
  roles: z.array(operatorRole),
  /** Until when acts that bind need no second factor; a time in the past where they do. */
  stepped_up_until: instant,
  /** When this session ends even if it is used. */
  ends_at: instant,
  is_demo: z.boolean(),
  /** Whether payments are approved by what a passkey of the operator signs; see `paymentText`. */
  signs_approvals: z.boolean(),
});
export type SignedInOperator = z.infer<typeof signedInOperator>;

export const signInOperator = defineEndpoint({
  method: 'POST',
  path: '/api/operators/sign-in',
  summary: 'Sign in with password and second factor; sets the cookie of the console.',
  who: 'anyone',
  payload: z.strictObject({ name: text(1, 63), password: text(1, 128), code: secondFactor }),
  reply: signedInOperator,
  refusals: ['sign-in-failed', 'login-throttled', 'busy'],
});

export const signOutOperator = defineEndpoint({
  method: 'POST',
  path: '/api/operators/sign-out',
  summary: 'End this session; without one there is nothing to do.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: done,
  refusals: [],
});

export const getOperatorMe = defineEndpoint({
  method: 'GET',
  path: '/api/operators/me',
  summary: 'Who is signed in here, with which roles and until when.',
  who: { operator: operatorRoles },
  payload: z.strictObject({}),
  reply: signedInOperator,
  refusals: [],
});

export const noteOperatorUse = defineEndpoint({
  method: 'POST',
  path: '/api/operators/used',
  summary:
    'Somebody is at the console. A session ends 15 minutes after the last act in it, of which this is one; what is only read keeps none open.',
  who: { operator: operatorRoles },
  payload: z.strictObject({}),
  reply: done,
  refusals: [],
});

export const stepUpOperator = defineEndpoint({
  method: 'POST',
  path: '/api/operators/step-up',
  summary:
    'Show the second factor again: acts that bind ask for one that was shown within the last five minutes. A code of the authenticator, a recovery code, or what a passkey signed.',
  who: { operator: operatorRoles },
  payload: z.strictObject({ code: text(6, proofAnswerMax) }),
  reply: signedInOperator,
  refusals: ['second-factor-failed', 'login-throttled'],
});

const openInvitation = z.object({
  name: z.string(),
  expires_at: instant,
  /** Whether its operator comes in already, and sets all proofs anew; sessions and passkeys from before end. */
  renews: z.boolean(),
  /** For an authenticator: `otpauth://totp/…`, as a link or drawn as a QR code; secret is the same to be typed, in base 32. */
  otpauth_url: z.string(),
  secret: z.string(),
});

export const lookAtInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/operators/invitation',
  summary: 'What an invitation is for, and the second factor to set up; it stays open.',
  who: 'anyone',
  payload: z.strictObject({ token: linkToken }),
  reply: openInvitation,
  refusals: ['invitation-over', 'login-throttled'],
});

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/operators/accept',
  summary:
    'Choose a password and show the first code of the authenticator. Once; the recovery codes are never shown again.',
  who: 'anyone',
  payload: z.strictObject({ token: linkToken, password: text(1, 128), code: text(6, 20) }),
  reply: z.object({
    name: z.string(),
    recovery_codes: z.array(z.string()),
    /** Tell it the administrators who give the roles, so that they know who accepted. */
    fingerprint: z.string(),
  }),
  refusals: ['invitation-over', 'second-factor-failed', 'password-length', 'password-weak', 'login-throttled', 'busy'],
});

export const inviteOperator = defineEndpoint({
  method: 'POST',
  path: '/api/operators/invite',
  summary:
    'A link for somebody new, good once and for an hour; whoever accepts it has no role until two administrators give one.',
  who: { operator: ['administrator'] },
  needsStepUp: true,
  payload: z.strictObject({ name: operatorName }),
  reply: z.object({ name: z.string(), token: linkToken, expires_at: instant }),
  refusals: ['operator-exists'],
});

const listedOperator = z.object({
  operator_id: z.string(),
  name: z.string(),
  roles: z.array(operatorRole),
  created_at: instant,
  accepted_at: instant.nullable(),
  closed_at: instant.nullable(),
  last_seen_at: instant.nullable(),
  sessions: z.number().int(),
  fingerprint: z.string().nullable(),
  /** Until when a link can be made by which all proofs are set anew, where two administrators approved that. */
  renewal_until: instant.nullable(),
  is_demo: z.boolean(),
});

export const listOperators = defineEndpoint({
  method: 'GET',
  path: '/api/operators',
  summary: 'All operators with their roles, by name.',
  who: { operator: ['administrator', 'auditor'] },
  payload: z.strictObject({}),
  reply: z.object({ operators: z.array(listedOperator) }),
  refusals: [],
});

const operatorSession = z.object({
  session_id: z.string(),
  operator: z.string(),
  ip: z.string(),
  device: z.string(),
  created_at: instant,
  last_seen_at: instant,
  is_yours: z.boolean(),
});

export const listOperatorSessions = defineEndpoint({
  method: 'GET',
  path: '/api/operators/sessions',
  summary: 'Who is signed in, and from where: administrators and auditors see everybody, others themselves.',
  who: { operator: operatorRoles },
  payload: z.strictObject({}),
  reply: z.object({ sessions: z.array(operatorSession) }),
  refusals: [],
});

export const endOperatorSession = defineEndpoint({
  method: 'POST',
  path: '/api/operators/sessions/end',
  summary: 'End a session: one of your own, or as an administrator anybody’s.',
  who: { operator: operatorRoles },
  payload: z.strictObject({ session_id: text(1, 40) }),
  reply: done,
  refusals: ['not-found'],
});

const auditEntry = z.object({
  seq: z.number().int(),
  at: instant,
  operator: z.string(),
  act: z.string(),
  subject: z.string(),
  /** Canonical JSON. */
  detail: z.string(),
  previous_hash: z.string(),
  hash: z.string(),
});

const auditFilters = {
  operator: z.string().max(200).optional(),
  act: z.string().max(63).optional(),
  subject: z.string().max(200).optional(),
};

export const exportAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/audit-log/table',
  summary: `The same as a table of at most ${tableRowsMax} rows, the newest first, with what an auditor recomputes each hash from.`,
  who: { operator: ['auditor', 'administrator'] },
  weight: 10,
  form: 'csv',
  payload: z.strictObject(auditFilters),
  reply: z.string(),
  refusals: [],
});

export const readAuditLog = defineEndpoint({
  method: 'GET',
  path: '/api/audit-log',
  summary:
    'What operators did and looked at, the newest first, before the entry `before`. An entry’s hash is SHA-256 over the hash before ' +
    'and its fields, each on its line: seq, time in ms, operator, act, subject, detail.',
  who: { operator: ['auditor', 'administrator'] },
  payload: z.strictObject({
    ...auditFilters,
    before: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
    pagesize: wholeNumber(1, 200).default(50),
  }),
  reply: z.object({ entries: z.array(auditEntry), next_before: z.number().int().optional() }),
  refusals: [],
});
