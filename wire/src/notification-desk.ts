// Deliveries of notifications, for operators: every push message and mail with its attempts, and a retry for those that failed.
import { z } from 'zod';
import { defineEndpoint, instant, listOf } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { noticeChannels } from './notifications.ts';

export const deliveryStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a delivery waits or has ended. Rows of an older server version may have other values. */
export const deliveryReasons = [
  /** Waits for the end of the customer's quiet hours. */
  'quiet-hours',
  /** Waits for other messages to the same host. */
  'host-busy',
  /** The mail server or push service can't be reached, or did not answer. */
  'no-answer',
  /** The message was sent completely but not acknowledged: it may have arrived. */
  'unanswered',
  /** The server answered to try again later. */
  'not-now',
  /** An operator started another try. */
  'tried-again',
  'refused',
  'no-address',
  'browser-gone',
  'unknown-kind',
] as const;
export type DeliveryReason = (typeof deliveryReasons)[number];

const delivery = z.object({
  account_id: z.string(),
  notification_id: z.string(),
  kind: z.string(),
  channel: z.enum(noticeChannels),
  state: z.enum(deliveryStates),
  tries: z.number().int(),
  /** When the customer was notified in the app. */
  at: instant,
  /** When the delivery started to wait. Its age is counted from this time. */
  ready_at: instant,
  /** Time of the next try; null once the delivery has ended. */
  due_at: instant.nullable(),
  done_at: instant.nullable(),
  /** One of `deliveryReasons`; '' before the first try and after success. */
  reason: z.string(),
  /** Code that the other server answered, or that names the connection error. */
  detail: z.string(),
});
export type DeliveryEntry = z.infer<typeof delivery>;

const who = { operator: ['support', 'auditor', 'administrator'] } as const;
const filters = { state: z.enum(deliveryStates).optional(), channel: z.enum(noticeChannels).optional() };

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/deliveries',
  summary: 'What was pushed and mailed to customers, the latest first.',
  who,
  looksAt: 'deliveries-listed',
  payload: z.strictObject({ ...filters, ...listPage('at', 'tries') }),
  reply: listOf(delivery),
  refusals: [],
});

export const exportDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/deliveries/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who,
  weight: 10,
  form: 'csv',
  looksAt: 'deliveries-listed',
  payload: z.strictObject({ ...filters, sort: sortedBy('at', 'tries') }),
  reply: z.string(),
  refusals: [],
});

export const retryDeliveries = defineEndpoint({
  method: 'POST',
  path: '/api/deliveries/retry',
  summary:
    'Have deliveries of a channel that failed tried again: those of one notification, or all that were given up within three days, 10,000 at a time.',
  who: { operator: ['support', 'administrator'] },
  payload: z.strictObject({ channel: z.enum(noticeChannels), notification_id: z.string().max(64).optional() }),
  reply: z.object({ deliveries: z.number().int() }),
  refusals: ['not-found'],
});
