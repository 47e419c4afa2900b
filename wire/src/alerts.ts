// Price alerts: a coin at or above a price, at or below one, or moved by a percentage within 24 hours.
import { z } from 'zod';
import { amountText, defineEndpoint, instant, listOf, pagedBy, pagedListOf, text } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';

/** change: either way. */
export const alertKinds = ['above', 'below', 'change'] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertLimits = {
  /** Of one account, those that have fired included. */
  alerts: 50,
  /** What an account's alerts may have told within 24 hours; past it none is set any more until that is less. */
  toldPerDay: 300,
  /** Of one account's alerts on a day (UTC); past it they are told in the app and by push alone. */
  mailsPerDay: 50,
  /** Browsers of one account that get pushed messages; the one added first makes room. */
  pushDevices: 10,
  /** Of a change, in percent. */
  percentMin: '0.1',
  percentMax: '100',
  percentDecimals: 2,
  /** Above any price that a coin has. */
  priceMax: '1000000000',
} as const;

/** What was seen when it fired. change: over 24 hours, as a signed share; null for a price. */
const seen = z.object({ price: z.string(), change: z.string().nullable(), at: instant });

const alert = z.object({
  alert_id: z.string(),
  coin: z.string(),
  kind: z.enum(alertKinds),
  /** A price in USDT, or percent for `change`. */
  target: z.string(),
  created_at: instant,
  /** Null while it waits. It fires once; set again, it waits anew. */
  fired: seen.nullable(),
});
export type AlertEntry = z.infer<typeof alert>;

const alertMessage = z.object({
  message_id: z.string(),
  alert_id: z.string(),
  coin: z.string(),
  kind: z.enum(alertKinds),
  target: z.string(),
  seen,
  is_read: z.boolean(),
});
export type AlertMessage = z.infer<typeof alertMessage>;

export const alertEvent = defineEvent({ action: 'alert', notify: alertMessage });

export const createAlert = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/create',
  leaves: { perDay: 300 },
  summary:
    'Be told once when a coin reaches a price from below (`above`) or from above (`below`), or when its change over 24 ' +
    'hours reaches a percentage either way (`change`). The same Idempotency-Key makes one alert.',
  who: 'self',
  takesKey: true,
  payload: z.strictObject({ coin: text(1, 10), kind: z.enum(alertKinds), target: amountText }),
  reply: alert,
  refusals: [
    'unknown-coin',
    'amount-malformed',
    'too-many-decimals',
    'alert-target',
    'alert-reached',
    'alert-limit',
    'market-degraded',
    'too-many-requests',
  ],
});

export const queryAlerts = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/list',
  leaves: 'nothing',
  summary: 'Your alerts, newest first.',
  who: 'self',
  payload: z.strictObject({}),
  reply: listOf(alert),
  refusals: [],
});

export const setAlertAgain = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/again',
  leaves: { perDay: 300 },
  summary: 'Let an alert that has fired wait for its price again. One that waits stays as it is.',
  who: 'self',
  payload: z.strictObject({ alert_id: text(1, 40) }),
  reply: alert,
  refusals: ['not-found', 'alert-reached', 'market-degraded', 'too-many-requests'],
});

export const deleteAlert = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/delete',
  leaves: 'nothing',
  summary: 'Delete an alert. What it told stays among the messages.',
  who: 'self',
  payload: z.strictObject({ alert_id: text(1, 40) }),
  reply: z.object({ alert_id: z.string() }),
  refusals: ['not-found'],
});

export const queryAlertMessages = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/messages',
  leaves: 'nothing',
  summary:
    'What your alerts told, newest first, how many of it you have not read, and the server’s time. Kept for 90 days.',
  who: 'self',
  payload: z.strictObject(pagedBy),
  reply: pagedListOf(alertMessage).extend({ unread: z.number().int(), now: instant }),
  refusals: [],
});

export const readAlertMessages = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/messages/read',
  leaves: 'nothing',
  summary: 'Mark a message and all before it as read.',
  who: 'self',
  payload: z.strictObject({ up_to: text(1, 40) }),
  reply: z.object({ unread: z.number().int() }),
  refusals: ['not-found'],
});

const settings = z.object({
  wants_mail: z.boolean(),
  /** False for an account without an e-mail address. */
  can_mail: z.boolean(),
  /** Mails that today's alerts may still send, until midnight UTC. */
  mails_left: z.number().int(),
  /** The server's key of RFC 8292 that a browser subscribes with, base64url. */
  push_key: z.string(),
});
export type AlertSettings = z.infer<typeof settings>;

export const queryAlertSettings = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/settings',
  leaves: 'nothing',
  summary: 'How your alerts reach you besides the app.',
  who: 'self',
  payload: z.strictObject({}),
  reply: settings,
  refusals: [],
});

export const changeAlertSettings = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/settings/change',
  leaves: { perDay: 200 },
  summary: 'Have alerts sent to your e-mail address, or not.',
  who: 'self',
  payload: z.strictObject({ mail: z.enum(['on', 'off']) }),
  reply: settings,
  refusals: ['alert-no-mail'],
});

export const addPushDevice = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/push/add',
  leaves: { perDay: 50 },
  summary:
    'Push alerts to this browser, by the subscription that it gave (RFC 8030, RFC 8291). It ends with the session that added it.',
  who: 'self',
  payload: z.strictObject({
    endpoint: text(1, 1000),
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
    language: text(2, 10),
  }),
  reply: z.object({ devices: z.number().int() }),
  refusals: ['push-endpoint'],
});

export const removePushDevice = defineEndpoint({
  method: 'POST',
  path: '/api/alerts/push/remove',
  leaves: 'nothing',
  summary: 'Push nothing to this browser any more.',
  who: 'self',
  payload: z.strictObject({ endpoint: text(1, 1000) }),
  reply: z.object({ devices: z.number().int() }),
  refusals: [],
});
