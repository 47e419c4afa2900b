// The catalogue of refusals: everything that a caller can be told no for, once. Screens map codes to words.

/** http: the status when the spec gives the case no number of its own. text: what happened and what to do. */
interface RefusalKind {
  http: 200 | 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 503;
  text: string;
}

export const refusals = {
  malformed: { http: 400, text: 'A field is missing or has a form that is not accepted; facts name the field.' },
  'unknown-action': { http: 404, text: 'There is no action of this name.' },
  'not-found': { http: 404, text: 'There is nothing here, or it is not yours.' },
  'too-large': { http: 413, text: 'The request is larger than this call accepts.' },
  'unsupported-media-type': { http: 415, text: 'Send the body as a form or as JSON.' },
  'too-many-requests': { http: 429, text: 'Too many requests; wait the seconds that facts name.' },
  busy: { http: 503, text: 'The server is at its limit; nothing was done. Try again.' },
  'outcome-unknown': {
    http: 503,
    text: 'It could not be confirmed. Repeat it with the same Idempotency-Key to learn the outcome.',
  },
  'foreign-origin': { http: 403, text: 'The request came from another site.' },
  'login-required': { http: 401, text: 'Log in first.' },
  'not-yours': { http: 403, text: 'An id in the request belongs to somebody else.' },
  'key-malformed': { http: 400, text: 'Idempotency-Key must be a UUID.' },
  'key-reused': { http: 409, text: 'This Idempotency-Key was used for another request.' },
  'unknown-error': { http: 200, text: 'It did not work. Nothing was done; try again.' },

  'amount-malformed': { http: 400, text: 'An amount is plain digits with an optional decimal point.' },
  'too-many-decimals': { http: 400, text: 'The amount has more decimals than the coin; facts name the limit.' },
  'insufficient-balance': { http: 200, text: 'The available balance does not cover it; facts name what is available.' },
  'unknown-coin': { http: 400, text: 'There is no such coin or pair.' },

  'login-failed': { http: 401, text: 'Username or password error.' },
  'login-throttled': { http: 429, text: 'Too many wrong passwords; wait the seconds that facts name.' },
  'email-malformed': { http: 400, text: 'Invalid email format.' },
  'phone-malformed': { http: 400, text: 'The phone number or its area code is not valid.' },
  'code-not-sent': { http: 503, text: 'The code could not be sent. Try again.' },
  'code-too-soon': { http: 429, text: 'A code was sent less than a minute ago; wait the seconds that facts name.' },
  'code-limit': { http: 429, text: 'Too many codes were sent today. Try again tomorrow.' },
  'code-invalid': { http: 400, text: 'The verification code is not right.' },
  'code-expired': { http: 400, text: 'The verification code has expired. Ask for a new one.' },
  'invite-unknown': { http: 200, text: 'The invitation code does not exist. Please confirm and try again.' },
  'invite-required': { http: 400, text: 'Registration needs an invitation code at the moment.' },
  'registration-failed': { http: 200, text: 'Registration failed. If you have an account, log in.' },
  'password-length': { http: 400, text: 'A password has 6 to 20 characters.' },
  'password-wrong': { http: 400, text: 'This original password is incorrect.' },
  'password-same': { http: 400, text: 'The new password is the same as the old one.' },
  'trade-password-form': { http: 400, text: 'A trade password is exactly six digits.' },
  'trade-password-locked': { http: 429, text: 'Five wrong trade passwords: locked for 24 hours.' },

  'options-off': { http: 403, text: 'Options are not offered here.' },
  'options-config-unknown': { http: 400, text: 'These terms are not offered any more; reload the offer.' },
  'stake-out-of-range': { http: 400, text: 'The stake must lie between the limits that facts name.' },
  'order-limit-reached': { http: 200, text: 'Order limit reached, try a smaller amount.' },
  'verification-required': {
    http: 403,
    text: 'Complete the identity verification first; facts name the page, redirect.',
  },
  'contracts-off': { http: 403, text: 'Contracts are not offered here.' },
  'lever-too-high': { http: 400, text: 'The leverage is above the largest one that is offered, which facts name.' },
  'sheets-out-of-range': { http: 400, text: 'The number of sheets must lie between the limits that facts name.' },
  'price-moved': { http: 200, text: 'Price moved; nothing was done. Look at the new price, which facts name.' },
  'limit-price-crossed': {
    http: 400,
    text: 'The market is already at or through this limit price; order at the market instead.',
  },
  'trigger-wrong-side': {
    http: 400,
    text: 'Take-profit and stop-loss must lie on their sides of the price; facts name the field and the price.',
  },
  'margin-differs': { http: 400, text: 'usd_num is not the margin of this order; facts name what it must be.' },
  'margin-share-exceeded': {
    http: 200,
    text: 'More of your USDT would be at stake than the share that facts name; take a smaller amount.',
  },
  'order-changed': { http: 409, text: 'The order has changed meanwhile; facts name its state. Reload it.' },
  'close-under-way': { http: 409, text: 'A close of this position already waits for the next tick.' },
  'change-limit': { http: 409, text: 'This position was changed too often; it can only be closed as a whole.' },
  'market-degraded': { http: 503, text: 'Prices are delayed; new orders are paused. Open orders are safe.' },
  'market-halted': { http: 503, text: 'This market is halted.' },
  'operators-only': { http: 403, text: 'Only operators of the platform may do this.' },
  'second-operator-needed': { http: 409, text: 'Another operator than the one who proposed it must approve it.' },
  'nothing-to-correct': {
    http: 409,
    text: 'The candle is what its ticks make, or the minute is not over or not covered by ticks.',
  },
  'not-settled': { http: 409, text: 'The order has not ended yet; there is no receipt.' },

  'alert-target': { http: 400, text: 'The price or percentage must lie between the limits that facts name.' },
  'alert-reached': { http: 409, text: 'It is there already, so there is nothing to wait for; facts name where it is.' },
  'alert-limit': { http: 409, text: 'There are as many alerts as an account can have; delete one first.' },
  'alert-no-mail': { http: 409, text: 'The account has no e-mail address.' },
  'push-endpoint': { http: 400, text: 'This push service is not one that messages are sent to.' },

  'demo-only': { http: 404, text: 'This tool exists in demo mode only.' },
  'faucet-limit': { http: 429, text: 'The faucet gives no more of this coin today.' },
  'bonuses-off': { http: 403, text: 'Bonuses are not offered here.' },
  'experience-exists': { http: 409, text: 'There is an experience account already.' },
} as const satisfies Record<string, RefusalKind>;

export type RefusalCode = keyof typeof refusals;
/** Numbers and names that go with a refusal, as text. */
export type Facts = Record<string, string>;

export const refusalCodes = Object.keys(refusals) as RefusalCode[];
export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(refusals, code);

/** ACTION_RETURN_CODE of a refused action: the HTTP status in six digits; 000200 where the spec answers in numbers. */
export const actionReturnCode = (code: RefusalCode): string => String(refusals[code].http).padStart(6, '0');
export const actionSucceeded = '000000';
