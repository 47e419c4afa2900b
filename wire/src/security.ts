// What protects an account on the wire: a forgotten password, what happened to the account, and what follows from that.
import { z } from 'zod';
import { defineEndpoint, instant, pagedBy, pagedListOf, text } from './endpoint.ts';
import { proof, proofRefusals } from './proof-fields.ts';
import { holdReasons } from './hold-reasons.ts';

/** What a customer finds in the history of the account. */
export const securityEventKinds = [
  'login',
  'login-refused',
  'password-changed',
  'password-reset',
  'trade-password-changed',
  'totp-on',
  'totp-off',
  'recovery-code-used',
  'recovery-codes-renewed',
  'mail-phrase-changed',
  'passkey-added',
  'passkey-removed',
  'email-changed',
  'phone-changed',
  'account-frozen',
  'data-downloaded',
  'address-added',
] as const;
export type SecurityEventKind = (typeof securityEventKinds)[number];

/** Letters of the words that stand in each mail. */
export const mailPhraseLength = { min: 4, max: 20 } as const;

const done = z.object({});
const languageCode = z.string().max(20).default('en');

export const freezeByLink = defineEndpoint({
  method: 'POST',
  path: '/api/security/not-me',
  summary:
    'Freeze an account by the link in the mail about a change that its owner did not make; every session ends. Once, within a week.',
  who: 'anyone',
  payload: z.strictObject({ token: text(1, 120) }),
  reply: done,
  refusals: ['link-invalid'],
});

export const sendResetCode = defineEndpoint({
  method: 'POST',
  path: '/api/user/reset-code',
  summary:
    'Send a code by which a new login password can be set, to the e-mail address or phone number of an account. The answer is the same where there is no such account.',
  who: 'anyone',
  payload: z.strictObject({ account: text(3, 50), language: languageCode }),
  reply: done,
  refusals: ['email-malformed', 'phone-malformed', 'code-too-soon', 'code-limit'],
});

export const resetPassword = defineEndpoint({
  method: 'POST',
  path: '/api/user/reset',
  summary:
    'Set a new login password with the code that was sent. It ends every session and holds withdrawals for 24 hours; a second factor stays as it is.',
  who: 'anyone',
  payload: z.strictObject({ account: text(3, 50), code: text(1, 20), user_password: text(1, 128) }),
  reply: done,
  refusals: [
    'email-malformed',
    'phone-malformed',
    'password-length',
    'password-weak',
    'code-invalid',
    'code-expired',
    'too-many-requests',
    'busy',
  ],
});

export const getSecurity = defineEndpoint({
  method: 'POST',
  path: '/api/security',
  leaves: 'nothing',
  summary: 'What protects your account, and the holds that are in force.',
  who: 'self',
  payload: z.strictObject({}),
  reply: z.object({
    authenticator: z.boolean(),
    passkeys: z.number().int(),
    /** Those left; 0 without a second factor. */
    recovery_codes: z.number().int(),
    mail_phrase: z.boolean(),
    trade_password: z.boolean(),
    verified: z.boolean(),
    frozen: z.boolean(),
    /** Until when nothing can be withdrawn, and why; the longest of each kind. */
    holds: z.array(z.object({ reason: z.enum(holdReasons), ends_at: instant })),
  }),
  refusals: [],
});

export const securityEvent = z.object({
  event_id: z.string(),
  kind: z.enum(securityEventKinds),
  at: instant,
  ip: z.string(),
  user_agent: z.string(),
});

export const listSecurityEvents = defineEndpoint({
  method: 'POST',
  path: '/api/security/events',
  leaves: 'nothing',
  summary: 'Logins and changes of what protects your account, the latest first.',
  who: 'self',
  payload: z.strictObject({ ...pagedBy }),
  reply: pagedListOf(securityEvent),
  refusals: [],
});

export const sendProofCode = defineEndpoint({
  method: 'POST',
  path: '/api/security/code',
  leaves: 'own-limit',
  summary: "Send a code to your account's own address, with which a change is proven where no authenticator is on.",
  who: 'self',
  payload: z.strictObject({ language: languageCode }),
  reply: z.object({
    /** As much of the address as its owner recognises it by. */
    sent_to: z.string(),
  }),
  refusals: ['code-too-soon', 'code-limit', 'code-not-sent', 'code-late'],
});

export const beginAuthenticator = defineEndpoint({
  method: 'POST',
  path: '/api/security/authenticator/begin',
  leaves: { perDay: 50 },
  summary:
    'A new secret for an authenticator, as text and as an otpauth address; it counts once a code of it is shown.',
  who: 'self',
  payload: z.strictObject({}),
  reply: z.object({ secret: z.string(), url: z.string() }),
  refusals: ['authenticator-on'],
});

const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) });

export const confirmAuthenticator = defineEndpoint({
  method: 'POST',
  path: '/api/security/authenticator/confirm',
  leaves: { perDay: 50 },
  summary: 'Turn the authenticator on with its first code, `app_code`. The recovery codes are never shown again.',
  who: 'self',
  payload: z.strictObject({ ...proof, app_code: text(1, 20) }),
  reply: recoveryCodes,
  refusals: [...proofRefusals, 'authenticator-on', 'authenticator-off'],
});

export const removeAuthenticator = defineEndpoint({
  method: 'POST',
  path: '/api/security/authenticator/remove',
  leaves: { perDay: 50 },
  summary: 'Turn the authenticator off. Withdrawals are on hold for 24 hours.',
  who: 'self',
  payload: z.strictObject(proof),
  reply: done,
  refusals: [...proofRefusals, 'authenticator-off'],
});

export const renewRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/security/recovery-codes',
  leaves: { perDay: 50 },
  summary: 'New recovery codes in place of all before; they are never shown again.',
  who: 'self',
  payload: z.strictObject(proof),
  reply: recoveryCodes,
  refusals: [...proofRefusals, 'authenticator-off'],
});

export const setMailPhrase = defineEndpoint({
  method: 'POST',
  path: '/api/security/mail-phrase',
  leaves: { perDay: 50 },
  summary: 'Choose the words that stand in each mail to you, so that you recognise a forged one; empty for none.',
  who: 'self',
  payload: z.strictObject({ ...proof, phrase: z.string().max(mailPhraseLength.max) }),
  reply: done,
  refusals: [...proofRefusals],
});

export const freezeOwnAccount = defineEndpoint({
  method: 'POST',
  path: '/api/security/freeze',
  leaves: 'own-limit',
  summary: 'Freeze your account with its login password: every session ends, and only our support releases it again.',
  who: 'self',
  payload: z.strictObject({ user_password: text(1, 128) }),
  reply: done,
  refusals: ['password-wrong', 'login-throttled', 'busy'],
});
