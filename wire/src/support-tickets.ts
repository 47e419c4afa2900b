// Requests to people of the platform: a customer asks, somebody answers, until it is settled.
import { z } from 'zod';
import { defineEndpoint, instant, pagedBy, pagedListOf, text, wholeNumber } from './endpoint.ts';
import { defineEvent } from './product-parts.ts';

/** Who has the word: open, the platform; answered, the customer. Once closed it stays so. */
export const supportStates = ['open', 'answered', 'closed'] as const;
export type SupportState = (typeof supportStates)[number];

export const supportLimits = {
  /** Of one account that are not closed. */
  open: 5,
  /** Of one ticket, by both. */
  messages: 100,
  /** Of one account within a minute. */
  perMinute: 6,
  pictures: 3,
  subjectLength: 120,
  messageLength: 3_000,
} as const;

const message = z.object({
  message_id: z.string(),
  /** False for the customer's own. */
  is_ours: z.boolean(),
  body: z.string(),
  /** Addresses of its pictures. */
  pictures: z.array(z.string()),
  at: instant,
});
export type SupportMessage = z.infer<typeof message>;

const ticket = z.object({
  ticket_id: z.string(),
  subject: z.string(),
  /** The id of an order or a line of the bills; empty for none. */
  about: z.string(),
  state: z.enum(supportStates),
  created_at: instant,
  changed_at: instant,
  /** 1 to 5; null until it is given. */
  rating: z.number().int().nullable(),
  /** It is closed, and somebody had answered. */
  can_rate: z.boolean(),
});
export type SupportTicket = z.infer<typeof ticket>;

const conversation = ticket.extend({ messages: z.array(message) });
export type SupportConversation = z.infer<typeof conversation>;

/** Something was written, or it was closed. */
export const supportEvent = defineEvent({
  action: 'support',
  notify: z.object({ ticket_id: z.string(), state: z.enum(supportStates) }),
});

const id = { ticket_id: text(1, 40) };
const body = text(1, supportLimits.messageLength);
/** Paths of uploaded pictures. */
const pictures = z.array(text(1, 60)).max(supportLimits.pictures).default([]);

export const openSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/open',
  leaves: { perDay: 20 },
  summary:
    'Ask people of the platform, about an order or a line of the bills of yours if you like, with up to three uploaded pictures. The same Idempotency-Key asks once.',
  who: 'self',
  takesKey: true,
  payload: z.strictObject({
    subject: text(1, supportLimits.subjectLength),
    message: body,
    pictures,
    about: z.string().max(40).default(''),
    language: z.string().max(20).default('en'),
  }),
  reply: conversation,
  refusals: ['not-found', 'support-tickets-open', 'too-many-requests', 'picture-missing'],
});

export const querySupportTickets = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets',
  leaves: 'nothing',
  summary: 'What you have asked, newest first.',
  who: 'self',
  payload: z.strictObject(pagedBy),
  reply: pagedListOf(ticket),
  refusals: [],
});

export const getSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/one',
  leaves: 'nothing',
  summary: 'One of your requests with all its messages.',
  who: 'self',
  payload: z.strictObject(id),
  reply: conversation,
  refusals: ['not-found'],
});

export const writeSupportMessage = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/write',
  leaves: { perDay: 200 },
  summary: 'Add to a request of yours that is not closed. The same Idempotency-Key writes once.',
  who: 'self',
  takesKey: true,
  payload: z.strictObject({ ...id, message: body, pictures }),
  reply: conversation,
  refusals: ['not-found', 'support-closed', 'too-many-requests', 'picture-missing'],
});

export const closeSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/close',
  leaves: { perDay: 100 },
  summary: 'Say that a request of yours is settled.',
  who: 'self',
  payload: z.strictObject(id),
  reply: conversation,
  refusals: ['not-found'],
});

export const rateSupportTicket = defineEndpoint({
  method: 'POST',
  path: '/api/support/tickets/rate',
  leaves: { perDay: 100 },
  summary: 'How well you were helped, from 1 to 5, once it is closed and somebody had answered. It can be said anew.',
  who: 'self',
  payload: z.strictObject({ ...id, rating: wholeNumber(1, 5) }),
  reply: conversation,
  refusals: ['not-found'],
});

export const viewSupportPicture = defineEndpoint({
  method: 'GET',
  path: '/api/support/tickets/:ticket_id/pictures/:picture_id',
  summary: 'A picture of a request of yours, drawn over with who looks and when.',
  who: 'self',
  weight: 5,
  form: 'jpeg',
  payload: z.strictObject({ ...id, picture_id: text(1, 40) }),
  reply: z.string(),
  refusals: ['not-found'],
});
