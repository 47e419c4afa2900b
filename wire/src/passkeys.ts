// Passkeys on the wire. What a browser is given and what it answers are the JSON of WebAuthn, level 3, as text.
import { z } from 'zod';
import { user } from './accounts.ts';
import { defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { provenActs } from './proven-acts.ts';
import { proof, proofAnswerMax, proofRefusals } from './proof-fields.ts';

export const passkeyNameLength = { min: 1, max: 40 } as const;
export const passkeysMax = 10;

const toBrowser = z.object({
  /** For `navigator.credentials`; its challenge is good once and for ten minutes. */
  options: z.string(),
});
const answer = text(1, proofAnswerMax);
const name = text(passkeyNameLength.min, passkeyNameLength.max);
const done = z.object({});

export const beginPasskeyLogin = defineEndpoint({
  method: 'POST',
  path: '/api/user/passkey/begin',
  summary: 'What a passkey has to sign to log in.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: toBrowser,
  refusals: [],
});

export const logInWithPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/user/passkey/login',
  summary: 'Log in with what a passkey signed; sets the session cookie. No password and no code are asked for.',
  who: 'anyone',
  payload: z.strictObject({ answer }),
  reply: user,
  refusals: ['passkey-refused', 'login-throttled'],
});

export const listPasskeys = defineEndpoint({
  method: 'POST',
  path: '/api/security/passkeys',
  leaves: 'nothing',
  summary: 'Your passkeys, the newest first.',
  who: 'self',
  payload: z.strictObject({}),
  reply: listOf(
    z.object({ passkey_id: z.string(), name: z.string(), created_at: instant, last_used_at: instant.nullable() }),
  ),
  refusals: [],
});

export const beginPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/security/passkeys/begin',
  leaves: { perDay: 100 },
  summary: `What a new passkey is made from. An account has at most ${passkeysMax}.`,
  who: 'self',
  payload: z.strictObject({}),
  reply: toBrowser,
  refusals: ['passkeys-full'],
});

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/security/passkeys/add',
  leaves: { perDay: 50 },
  summary:
    'Add a passkey. With the first second factor of an account come its recovery codes, which are never shown again. Withdrawals are on hold for 24 hours.',
  who: 'self',
  payload: z.strictObject({ ...proof, name, answer }),
  reply: z.object({ recovery_codes: z.array(z.string()) }),
  refusals: [...proofRefusals, 'passkey-refused', 'passkeys-full'],
});

export const renamePasskey = defineEndpoint({
  method: 'POST',
  path: '/api/security/passkeys/rename',
  leaves: { perDay: 100 },
  summary: 'Give one of your passkeys another name.',
  who: 'self',
  payload: z.strictObject({ passkey_id: text(1, 40), name }),
  reply: done,
  refusals: ['not-found'],
});

export const removePasskey = defineEndpoint({
  method: 'POST',
  path: '/api/security/passkeys/remove',
  leaves: { perDay: 50 },
  summary: 'Remove one of your passkeys. Withdrawals are on hold for 24 hours.',
  who: 'self',
  payload: z.strictObject({ ...proof, passkey_id: text(1, 40) }),
  reply: done,
  refusals: [...proofRefusals, 'not-found'],
});

export const beginPasskeyProof = defineEndpoint({
  method: 'POST',
  path: '/api/security/passkeys/prove',
  leaves: { perDay: 200 },
  summary:
    'What a passkey has to sign to prove one act; its answer is then sent as `code` of that act, and of no other.',
  who: 'self',
  payload: z.strictObject({ act: z.enum(provenActs) }),
  reply: toBrowser,
  refusals: ['authenticator-off'],
});
