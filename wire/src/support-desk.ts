// Requests of customers on the wire, for operators: the queue, one request, and what is answered.
import { z } from 'zod';
import { defineEndpoint, instant, listOf, text } from './endpoint.ts';
import { listPage, sortedBy, tableRowsMax } from './lists.ts';
import { supportLimits, supportStates } from './support-tickets.ts';

/** For how long a claim holds; each answer renews it. */
export const supportClaimMs = 30 * 60_000;

const answers = { operator: ['support'] } as const;
const looks = { operator: ['support', 'auditor', 'administrator'] } as const;
/** Administrators give claims back for anybody. */
const releases = { operator: ['support', 'administrator'] } as const;
const id = { ticket_id: text(1, 40) };

const listed = z.object({
  ticket_id: z.string(),
  account_id: z.string(),
  subject: z.string(),
  about: z.string(),
  language: z.string(),
  state: z.enum(supportStates),
  created_at: instant,
  changed_at: instant,
  /** Seconds until somebody had answered; null until then. */
  first_answer_seconds: z.number().int().nullable(),
  /** Seconds until it was closed; null until then. */
  closed_seconds: z.number().int().nullable(),
  rating: z.number().int().nullable(),
  /** Null unless somebody has it now. */
  claimed_by: z.string().nullable(),
});
export type ListedSupportTicket = z.infer<typeof listed>;

const opened = listed.extend({
  messages: z.array(
    z.object({
      message_id: z.string(),
      /** Null for the customer's own. */
      by: z.string().nullable(),
      body: z.string(),
      pictures: z.array(z.string()),
      at: instant,
    }),
  ),
});
export type OpenedSupportTicket = z.infer<typeof opened>;

const sorts = ['created_at', 'changed_at'] as const;
const filters = { state: z.enum(supportStates).optional(), language: z.string().max(20).optional() };

export const listSupportTickets = defineEndpoint({
  method: 'GET',
  path: '/api/support-desk',
  summary: 'Requests of customers: those that wait with the oldest first, others with the latest first.',
  who: looks,
  looksAt: 'support-listed',
  payload: z.strictObject({ ...filters, ...listPage(...sorts) }),
  reply: listOf(listed),
  refusals: [],
});

export const exportSupportTickets = defineEndpoint({
  method: 'GET',
  path: '/api/support-desk/table',
  summary: `The same list as a table of at most ${tableRowsMax} rows.`,
  who: looks,
  weight: 10,
  form: 'csv',
  looksAt: 'support-listed',
  payload: z.strictObject({ ...filters, sort: sortedBy(...sorts) }),
  reply: z.string(),
  refusals: [],
});

export const getSupportCase = defineEndpoint({
  method: 'GET',
  path: '/api/support-desk/:ticket_id',
  summary: 'One request with its messages.',
  who: looks,
  looksAt: 'support-viewed',
  payload: z.strictObject(id),
  reply: opened,
  refusals: ['not-found'],
});

export const viewSupportCasePicture = defineEndpoint({
  method: 'GET',
  path: '/api/support-desk/:ticket_id/pictures/:picture_id',
  summary: 'A picture of a request, drawn over with who looks and when. Each look is in the audit log.',
  who: looks,
  weight: 5,
  form: 'jpeg',
  looksAt: 'support-picture-viewed',
  payload: z.strictObject({ ...id, picture_id: text(1, 40) }),
  reply: z.string(),
  refusals: ['not-found'],
});

export const claimSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support-desk/claim',
  summary:
    'Take a request on, for half an hour, and not again within an hour after that; each answer makes it last longer.',
  who: answers,
  looksAt: 'support-viewed',
  payload: z.strictObject(id),
  reply: opened,
  refusals: ['not-found', 'claimed-by-other', 'claimed-lately', 'support-closed', 'looks-used-up'],
});

export const releaseSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support-desk/release',
  summary: 'Give a request back before its half hour is over; an administrator can do it for anybody.',
  who: releases,
  looksAt: 'support-viewed',
  payload: z.strictObject(id),
  reply: opened,
  refusals: ['not-found', 'claimed-by-other', 'support-closed', 'looks-used-up'],
});

export const answerSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support-desk/answer',
  summary: 'Answer a request that one has claimed. The same Idempotency-Key answers once.',
  who: answers,
  takesKey: true,
  looksAt: 'support-viewed',
  payload: z.strictObject({ ...id, message: text(1, supportLimits.messageLength) }),
  reply: opened,
  refusals: ['not-found', 'claim-first', 'support-closed'],
});

export const closeSupportCase = defineEndpoint({
  method: 'POST',
  path: '/api/support-desk/close',
  summary: 'Close a request that one has claimed: it is solved.',
  who: answers,
  looksAt: 'support-viewed',
  payload: z.strictObject(id),
  reply: opened,
  refusals: ['not-found', 'claim-first'],
});
