// Registration, login, sessions and passwords on the wire.
import { z } from 'zod';
import { accountId, defineAction, defineEndpoint, instant, listOf, text, wholeNumber } from './endpoint.ts';

export { countries, plainPhone, searchCountries } from './area-codes.ts';
export type { Country } from './area-codes.ts';

/** Limits of the forms; the server holds them too, and asks for 8 characters where money is real, except that a login accepts any password and just fails. */
export const passwordLength = { min: 6, max: 20 } as const;
/** Characters of a password as its person counts them, however a keyboard puts them together. */
export const passwordSize = (password: string): number => [...password.normalize('NFKC')].length;
export const tradePasswordForm = /^\d{6}$/;
export const codeTiming = { lifeMs: 600_000, betweenSendsMs: 60_000, triesMax: 5 } as const;

/** '1' trades with real money, '0' is an experience account: its money can never be withdrawn. */
export const accountTypes = ['1', '0'] as const;
export type AccountType = (typeof accountTypes)[number];

export const user = z.object({
  account_id: z.string(),
  /** The e-mail address, or the account's number when it has none. */
  user_name: z.string(),
  /** Eight digits; also a login name. */
  user_number: z.string(),
  user_phone: z.string().nullable(),
  account_type: z.enum(accountTypes),
  /** '1': identity verified. */
  status: z.enum(['0', '1']),
  /** 'demo': by the demo tool and not by looking at documents. */
  verified_by: z.enum(['identity', 'demo']).nullable(),
  /** Opaque fingerprints that change with each change of the password; they say nothing about it and open nothing. */
  user_password: z.string(),
  user_paypass: z.string().nullable(),
  vip: z.number().int(),
  /** For inviting others. */
  referral_code: z.string(),
  created_at: instant,
});
export type User = z.infer<typeof user>;

const done = z.object({});
const languageCode = z.string().max(20).default('en');

export const queryLogin = defineAction({
  name: 'queryLogin',
  summary:
    'Log in with account number, e-mail or phone, which has its area code in front or in area_code; sets the session cookie.',
  who: 'anyone',
  payload: z.strictObject({
    user_name: text(1, 128),
    user_password: text(1, 128),
    /** Of a phone number that is typed without one, as people do at home: digits alone. */
    area_code: z.string().max(4).default(''),
    /** Of the authenticator, or a recovery code, where one is on. */
    code: z.string().max(20).default(''),
  }),
  reply: listOf(user),
  refusals: ['login-failed', 'login-throttled', 'second-factor-required', 'second-factor-wrong', 'busy'],
});

export const sendSms = defineAction({
  name: 'sendSms',
  summary: 'Send a registration code by SMS; answers 1 when it was sent. source is 1.',
  who: 'anyone',
  payload: z.strictObject({ mobile: text(3, 50), source: wholeNumber(1, 1), language: languageCode }),
  reply: z.literal(1),
  refusals: ['phone-malformed', 'code-too-soon', 'code-limit', 'code-not-sent'],
});

export const checkSms = defineAction({
  name: 'checkSms',
  summary: 'Check a code sent by SMS: 1 right, 2 expired, 3 invalid. Answers 1 once; registering spends the code.',
  who: 'anyone',
  payload: z.strictObject({ mobile: text(3, 50), source: wholeNumber(1, 1), code: text(1, 20) }),
  reply: z.literal([1, 2, 3]),
  refusals: ['phone-malformed', 'too-many-requests'],
});

export const sendEmailCode = defineEndpoint({
  method: 'POST',
  path: '/api/user/email-code',
  summary: 'Send a registration code by e-mail.',
  who: 'anyone',
  payload: z.strictObject({ email: text(1, 50), language: languageCode }),
  reply: done,
  refusals: ['email-malformed', 'code-too-soon', 'code-limit', 'code-not-sent', 'code-late'],
});

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/user/register',
  summary: 'Open an account with a phone number (user_phone) or an e-mail address (user_name) and the code sent there.',
  who: 'anyone',
  payload: z.strictObject({
    user_phone: z.string().max(50).default(''),
    user_name: z.string().max(50).default(''),
    user_password: text(1, 128),
    referral_code: z.string().max(40).default(''),
    authCode: text(1, 20),
  }),
  reply: done,
  refusals: [
    'email-malformed',
    'phone-malformed',
    'password-length',
    'password-weak',
    'code-invalid',
    'code-expired',
    'invite-unknown',
    'invite-required',
    'too-many-requests',
    'registration-failed',
    'busy',
  ],
  statusOf: { 'registration-failed': 2, 'invite-unknown': 3 },
});

export const countInvited = defineEndpoint({
  method: 'POST',
  path: '/api/user/invited',
  leaves: 'nothing',
  summary: 'How many have opened an account with your invite code. Who they are is not said.',
  who: 'self',
  payload: z.strictObject({}),
  reply: z.object({ count: z.number().int() }),
  refusals: [],
});

export const updateUser = defineEndpoint({
  method: 'POST',
  path: '/api/user/update',
  leaves: { perDay: 100 },
  summary: 'Change the login password (ends every session) or set or change the trade password; one of the two.',
  who: 'self',
  selfIds: ['account_id'],
  payload: z.strictObject({
    account_id: accountId,
    user_password: z.string().max(128).default(''),
    user_paypass: z.string().max(128).default(''),
    /** The password that is replaced; the login password when a trade password is set for the first time. */
    original: z.string().max(128).default(''),
    /**
     * Of the authenticator, a recovery code, or the answer of a passkey, where one is on. A first trade password asks for the code of a
     * message to the account's address where none is.
     */
    code: z.string().max(6_000).default(''),
  }),
  reply: user,
  refusals: [
    'password-length',
    'password-weak',
    'password-wrong',
    'password-same',
    'second-factor-required',
    'second-factor-wrong',
    'login-throttled',
    'code-invalid',
    'code-expired',
    'code-not-sent',
    'trade-password-form',
    'trade-password-locked',
    'busy',
  ],
});

export const getUser = defineEndpoint({
  method: 'POST',
  path: '/api/user/get',
  leaves: 'nothing',
  summary: 'Your own user record as it is now; a client whose stored fingerprints differ clears its session.',
  who: 'self',
  selfIds: ['account_id'],
  payload: z.strictObject({ account_id: accountId }),
  reply: user,
  refusals: [],
});

export const logOut = defineEndpoint({
  method: 'POST',
  path: '/api/user/logout',
  summary: 'End this session; without one there is nothing to do.',
  who: 'anyone',
  payload: z.strictObject({}),
  reply: done,
  refusals: [],
});

export const openSession = z.object({
  session_id: z.string(),
  created_at: instant,
  last_seen_at: instant,
  ip: z.string(),
  user_agent: z.string(),
  is_current: z.boolean(),
});

export const listSessions = defineEndpoint({
  method: 'POST',
  path: '/api/user/sessions',
  leaves: 'nothing',
  summary: 'Where you are logged in, the latest first.',
  who: 'self',
  payload: z.strictObject({}),
  reply: listOf(openSession),
  refusals: [],
});

export const revokeSessions = defineEndpoint({
  method: 'POST',
  path: '/api/user/sessions/revoke',
  leaves: { perDay: 200 },
  summary: 'End one session by its id, or with session_id "others" all but this one.',
  who: 'self',
  payload: z.strictObject({ session_id: text(1, 40) }),
  reply: z.object({ ended: z.number().int() }),
  refusals: ['not-found'],
});
