// What any call can meet, and what is wrong with an amount or a coin anywhere.
import type { RefusalKind } from './refusal-kind.ts';

export const generalRefusals = {
  malformed: {
    http: 400,
    text: 'A field is missing or has a form that is not accepted; facts name the field.',
    isCommon: true,
  },
  'unknown-action': { http: 404, text: 'There is no action of this name.', isCommon: true },
  'not-found': { http: 404, text: 'There is nothing here, or it is not yours.', isCommon: true },
  'method-not-allowed': {
    http: 405,
    text: 'This path takes another method; the Allow header names those it takes.',
    isCommon: true,
  },
  'too-large': { http: 413, text: 'The request is larger than this call accepts.', isCommon: true },
  'unsupported-media-type': { http: 415, text: 'Send the body as a form or as JSON.', isCommon: true },
  'too-many-requests': {
    http: 429,
    text: 'Too many requests; wait the seconds that facts name.',
    isCommon: true,
    isRetryable: true,
  },
  busy: {
    http: 503,
    text: 'The server is at its limit; nothing was done. Try again.',
    isCommon: true,
    isRetryable: true,
  },
  'outcome-unknown': {
    http: 503,
    text: 'It could not be confirmed. Repeat it with the same Idempotency-Key to learn the outcome.',
    isCommon: true,
    isUndecided: true,
  },
  'foreign-origin': { http: 403, text: 'The request came from another site.', isCommon: true },
  'unknown-host': {
    http: 421,
    text: 'This server does not go by this name; its owner can add it to ALLOWED_ORIGINS.',
    isCommon: true,
  },
  'login-required': { http: 401, text: 'Log in first.', isCommon: true },
  'not-yours': { http: 403, text: 'An id in the request belongs to somebody else.', isCommon: true },
  'key-malformed': { http: 400, text: 'Idempotency-Key must be a UUID.', isCommon: true },
  'key-required': {
    http: 400,
    text: 'A page sends an Idempotency-Key with every call that moves money.',
    isCommon: true,
  },
  'key-reused': { http: 409, text: 'This Idempotency-Key was used for another request.', isCommon: true },
  'placed-too-late': {
    http: 409,
    text: 'It came more than 5 s after its Placed-At; nothing was done. Facts say after how many seconds.',
    isCommon: true,
  },
  'bad-clock': {
    http: 400,
    text: "Placed-At is the milliseconds of the server's clock when it was placed, at most a second ahead; facts say what the clock shows.",
    isCommon: true,
  },
  'too-many-refused': {
    http: 429,
    text: 'Too many of your orders were refused or taken back; wait the seconds that facts name, then send it with the same Idempotency-Key.',
    isCommon: true,
    isRetryable: true,
  },
  'too-many-today': {
    http: 429,
    text: 'It costs nothing, so an account may do it a number of times a day; facts name the number, and when the count starts again.',
    isCommon: true,
  },
  'unknown-error': {
    http: 500,
    text: 'It failed, for a reason of ours; facts name the request, which finds it in our log.',
    isCommon: true,
    isUndecided: true,
  },
  'amount-malformed': { http: 400, text: 'An amount is plain digits with an optional decimal point.' },
  'too-many-decimals': { http: 400, text: 'The amount has more decimals than the coin; facts name the limit.' },
  'insufficient-balance': { http: 200, text: 'The available balance does not cover it; facts name what is available.' },
  'unknown-coin': { http: 400, text: 'There is no such coin or pair.' },
  'account-frozen': {
    http: 403,
    text: 'This account is frozen: you can close what is open. Write to support.',
    isCommon: true,
  },
  'demo-only': { http: 404, text: 'This tool exists in demo mode only.', isCommon: true },
} as const satisfies Record<string, RefusalKind>;
