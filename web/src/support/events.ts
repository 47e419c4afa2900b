// An answer is there at once, wherever the conversation is open.
import { getSupportTicket, querySupportTickets } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';

export const events = [eventRule('support', { refetches: [getSupportTicket, querySupportTickets] })];
