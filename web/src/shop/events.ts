// What becomes of one's own tickets when their period has ended.
import { findAccountCoinByTransaction } from '@candor/wire';
import { eventRule } from '../data/event-rule.ts';
import { ticketReads } from './shop-list.ts';

export const events = [eventRule('ticket', { refetches: [findAccountCoinByTransaction, ...ticketReads] })];
