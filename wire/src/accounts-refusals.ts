// Registering, logging in, passwords, codes and second factors.
import type { RefusalKind } from './refusal-kind.ts';

export const accountsRefusals = {
  'login-failed': { http: 401, text: 'Username or password error.' },
  'login-throttled': { http: 429, text: 'Too many wrong passwords; wait the seconds that facts name.' },
  'email-malformed': { http: 400, text: 'Invalid email format.' },
  'phone-malformed': { http: 400, text: 'The phone number or its area code is not valid.' },
  'code-not-sent': { http: 503, text: 'The code could not be sent. Try again.', isRetryable: true },
  'code-late': {
    http: 200,
    text: 'The code is on its way, and the mail server has not confirmed it yet. It may take some minutes, and is good when it arrives.',
  },
  'code-too-soon': { http: 429, text: 'A code was sent less than a minute ago; wait the seconds that facts name.' },
  'code-limit': { http: 429, text: 'Too many codes were sent today. Try again tomorrow.' },
  'code-invalid': { http: 400, text: 'The verification code is not right.' },
  'code-expired': { http: 400, text: 'The verification code has expired. Ask for a new one.' },
  'invite-unknown': { http: 200, text: 'The invitation code does not exist. Please confirm and try again.' },
  'invite-required': { http: 400, text: 'Registration needs an invitation code at the moment.' },
  'registration-failed': { http: 200, text: 'Registration failed. If you have an account, log in.' },
  'password-length': {
    http: 400,
    text: 'A password has 6 to 20 characters, at least 8 where money is real; facts say.',
  },
  'password-weak': { http: 400, text: 'The password is among the first that anyone would guess; choose another one.' },
  'password-wrong': { http: 400, text: 'This original password is incorrect.' },
  'password-same': { http: 400, text: 'The new password is the same as the old one.' },
  'trade-password-form': { http: 400, text: 'A trade password is exactly six digits.' },
  'second-factor-required': {
    http: 401,
    text: 'Send the code of your authenticator, or a recovery code, as well.',
  },
  'second-factor-wrong': { http: 400, text: 'The code of the authenticator is not right, or was used before.' },
  'authenticator-on': { http: 409, text: 'An authenticator is on already.' },
  'authenticator-off': { http: 409, text: 'No authenticator is on, or was begun.' },
  'passkey-refused': { http: 400, text: 'This passkey is not known here, or what it signed is not valid or was used.' },
  'passkeys-full': { http: 409, text: 'An account has at most ten passkeys.' },
  'address-taken': { http: 409, text: 'An account has this address already.' },
  'link-invalid': { http: 400, text: 'The link is not valid, is older than a week, or was used.' },
  'trade-password-locked': { http: 429, text: 'Five wrong trade passwords: locked for 24 hours.' },
} as const satisfies Record<string, RefusalKind>;
