import { getSupportTicket, querySupportTickets } from '@candor/wire';
import type { SupportState, SupportTicket } from '@candor/wire';
import { cachedList } from '../data/cached-list.ts';

export const tickets = cachedList<SupportTicket>(querySupportTickets, { idOf: ({ ticket_id: id }) => id });

/** Of every call about a request. */
export const ticketChanges = [tickets, getSupportTicket] as const;

export const stateTones = { open: 'neutral', answered: 'accent', closed: 'good' } as const satisfies Record<SupportState, string>; // oxfmt-ignore
