// What became of notifications, for operators: every push and every mail, with its tries, and another try for what was given up.
import { z } from 'zod';
import { defineEndpoint, instant, listOf } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { noticeChannels } from './notifications.ts';

export const deliveryStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Why a delivery waits or has ended. A row may be of an older server, which had words of its own. */
export const deliveryReasons = [
  /** It waits for the end of the customer's quiet hours. */
  'quiet-hours',
  /** It waits for other messages to the same host. */
  'host-busy',
  /** The mail server or push service can't be reached, or was silent. */
  'no-answer',
  /** It was handed over whole, and no answer came: it may have arrived. */
  'unanswered',
  /** The answer was to come again later. */
  'not-now',
  /** An operator had it tried again. */
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
  /** When the customer was told of it in the app. */
  at: instant,
  /** From when on it waited: its age counts from then. */
  ready_at: instant,
  /** The next try; null once it has ended. */
  due_at: instant.nullable(),
  done_at: instant.nullable(),
  /** One of `deliveryReasons`; empty before the first try and once it was sent. */
  reason: z.string(),
  /** The code that another server answered, or that names the fault of the connection. */
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
