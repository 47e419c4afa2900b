// What became of notifications, for operators: every push and every mail, with its tries.
import { z } from 'zod';
import { defineEndpoint, instant, listOf } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { noticeChannels } from './notifications.ts';

export const deliveryStates = ['waiting', 'sent', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

const delivery = z.object({
  account_id: z.string(),
  notification_id: z.string(),
  kind: z.string(),
  channel: z.enum(noticeChannels),
  state: z.enum(deliveryStates),
  tries: z.number().int(),
  at: instant,
  due_at: instant.nullable(),
  done_at: instant.nullable(),
  /** Why it failed, or is tried again. */
  reason: z.string(),
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
