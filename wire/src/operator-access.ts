// An operator's own proofs on the wire: passkeys, the password, recovery codes and the authenticator. Each is ended and replaced, none is
// written over. What a browser is given for a passkey and what it answers are the JSON of WebAuthn, level 3, as text.
import { z } from 'zod';
import { defineEndpoint, instant, text } from './endpoint.ts';
import { operatorRoles } from './operator-roles.ts';
import { operatorPasswordLength, signedInOperator } from './operators.ts';
import { passkeyNameLength, passkeysMax } from './passkeys.ts';
import { proofAnswerMax } from './proof-fields.ts';

const own = { who: { operator: operatorRoles } } as const;
const answer = text(1, proofAnswerMax);
const done = z.object({});
const toBrowser = z.object({
  /** For `navigator.credentials`; its challenge is good once and for five minutes. */
  options: z.string(),
});

export const beginOperatorPasskeySignIn = defineEndpoint({
  method: 'POST',
  path: '/api/operators/passkey/begin',
  summary: 'What a passkey has to sign to sign in.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: toBrowser,
  refusals: ['login-throttled'],
});

export const signInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/operators/passkey/sign-in',
  summary:
    'Sign in with what a passkey signed, whose owner showed a finger, a face or a code to it: it stands for password and second factor. Sets the cookie of the console.',
  who: 'anyone',
  payload: z.strictObject({ answer }),
  reply: signedInOperator,
  refusals: ['passkey-refused', 'login-throttled'],
});

export const beginOperatorStepUp = defineEndpoint({
  method: 'POST',
  path: '/api/operators/step-up/begin',
  summary: 'What one of your passkeys has to sign to show the second factor again; its answer is then sent as `code`.',
  ...own,
  payload: z.strictObject({}),
  reply: toBrowser,
  refusals: ['no-passkey'],
});

const passkey = z.object({
  passkey_id: z.string(),
  name: z.string(),
  /** As the owner of the signer compares it before pinning it. */
  fingerprint: z.string(),
  created_at: instant,
  last_used_at: instant.nullable(),
});

export const getOperatorAccess = defineEndpoint({
  method: 'GET',
  path: '/api/operators/access',
  summary: 'What proves who you are, and since when.',
  ...own,
  payload: z.strictObject({}),
  reply: z.object({
    /** The newest first. */
    passkeys: z.array(passkey),
    /** Null, as the authenticator is, for somebody of a demo, who has none of it. */
    password_since: instant.nullable(),
    authenticator_since: instant.nullable(),
    /** Of the authenticator, as administrators compare it. */
    fingerprint: z.string().nullable(),
    recovery_codes: z.number().int(),
  }),
  refusals: [],
});

export const beginOperatorPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/operators/passkeys/begin',
  summary: `What a new passkey is made from. An operator has at most ${passkeysMax}.`,
  ...own,
  needsStepUp: true,
  payload: z.strictObject({}),
  reply: toBrowser,
  refusals: ['passkeys-full', 'nothing-of-own'],
});

export const addOperatorPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/operators/passkeys/add',
  summary: 'Add a passkey: it signs in by itself, and shows the second factor.',
  ...own,
  needsStepUp: true,
  payload: z.strictObject({ name: text(passkeyNameLength.min, passkeyNameLength.max), answer }),
  reply: done,
  refusals: ['passkey-refused', 'passkeys-full', 'nothing-of-own'],
});

export const removeOperatorPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/operators/passkeys/remove',
  summary: 'Remove one of your passkeys. The authenticator stays, so that there is a second factor always.',
  ...own,
  needsStepUp: true,
  payload: z.strictObject({ passkey_id: text(1, 40) }),
  reply: done,
  refusals: ['not-found', 'nothing-of-own'],
});

export const changeOperatorPassword = defineEndpoint({
  method: 'POST',
  path: '/api/operators/password',
  summary: 'Change your password; all your other sessions end.',
  ...own,
  needsStepUp: true,
  payload: z.strictObject({
    password: text(1, operatorPasswordLength.max),
    new_password: text(1, operatorPasswordLength.max),
  }),
  reply: done,
  refusals: ['password-wrong', 'password-same', 'password-length', 'password-weak', 'nothing-of-own', 'login-throttled', 'busy'], // oxfmt-ignore
});

export const renewOperatorCodes = defineEndpoint({
  method: 'POST',
  path: '/api/operators/recovery-codes',
  summary:
    'Ten new recovery codes, which are never shown again; those before are void, and all your other sessions end.',
  ...own,
  needsStepUp: true,
  payload: z.strictObject({}),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: ['nothing-of-own'],
});

export const beginOperatorAuthenticator = defineEndpoint({
  method: 'POST',
  path: '/api/operators/authenticator/begin',
  summary: 'The secret of a new authenticator. The one before counts until a code of the new one was shown.',
  ...own,
  needsStepUp: true,
  payload: z.strictObject({}),
  reply: z.object({
    /** `otpauth://totp/…`, as a link or drawn as a QR code; secret is the same to be typed, in base 32. */
    otpauth_url: z.string(),
    secret: z.string(),
  }),
  refusals: ['nothing-of-own'],
});

export const replaceOperatorAuthenticator = defineEndpoint({
  method: 'POST',
  path: '/api/operators/authenticator/replace',
  summary: 'Show the first code of the new authenticator, which takes the place of the one before at once.',
  ...own,
  needsStepUp: true,
  payload: z.strictObject({ code: text(6, 20) }),
  reply: z.object({
    /** Tell it the administrators. */
    fingerprint: z.string(),
  }),
  refusals: ['second-factor-failed', 'not-found', 'nothing-of-own'],
});

export const makeRenewalLink = defineEndpoint({
  method: 'POST',
  path: '/api/operators/renewal',
  summary:
    'The link of a renewal that two administrators approved within the last hour: good once and for an hour, those before are over. Whoever follows it sets all proofs anew, and has no role until two administrators give one again.',
  who: { operator: ['administrator'] },
  needsStepUp: true,
  payload: z.strictObject({ name: z.string().min(2).max(63) }),
  reply: z.object({ name: z.string(), token: z.string(), expires_at: instant }),
  refusals: ['own-renewal', 'renewal-missing'],
});
